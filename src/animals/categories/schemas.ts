import { Type } from 'typebox';
import { pathParameter } from '../../api/path.ts';
import { closedObject, idsOf, int64, nameOf, pageOf } from '../../api/schemas.ts';
import { Category, CategoryId } from '../../record/shapes/schemas.ts';

export const categoryId = pathParameter('categoryId', CategoryId, 'Number of the category.', 'category_not_found');
export const intoId = pathParameter(
  'intoId',
  CategoryId,
  'Number of the category that gets the animals.',
  'category_not_found',
);

export const CategoryIds = idsOf(CategoryId);

export const CategoryDraft = closedObject(
  { id: Type.Optional(CategoryId), name: nameOf('category', 'Dogs') },
  {
    $id: 'CategoryDraft',
    description: 'A name for a category. The optional `id` must equal that of the path.',
  },
);

export const CategoryMergeStep = Type.Object(
  {
    moved: int64('How many animals this request has moved.', '2'),
    hasMore: Type.Boolean({
      description: 'Whether others are left, and the same request is to be sent again.',
      examples: [false],
    }),
  },
  { $id: 'CategoryMergeStep', description: 'What one request of a merge has done.' },
);

export const Categories = pageOf(Category, 'Categories', 'Categories by ascending `id`.');
