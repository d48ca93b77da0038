import { Type } from 'typebox';
import { int64, maxPageSize, nameOf } from './base.ts';

export const CategoryId = int64({
  description: 'Number of the category, chosen by the client.',
  examples: ['3'],
});

export const CategoryIds = Type.Array(CategoryId, { maxItems: 100 });

export const Category = Type.Object(
  { id: CategoryId, name: nameOf('category', 'Dogs') },
  { $id: 'Category', description: 'A named category.' },
);

export const CategoryDraft = Type.Object(
  { id: Type.Optional(CategoryId), name: nameOf('category', 'Dogs') },
  {
    $id: 'CategoryDraft',
    description: 'A name for a category. The optional `id` must equal that of the path.',
    additionalProperties: false,
  },
);

export const Categories = Type.Array(Category, {
  $id: 'Categories',
  maxItems: maxPageSize,
  description: 'Categories by ascending `id`.',
});
