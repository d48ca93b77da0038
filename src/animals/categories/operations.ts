import { maxPageSize } from '../../../contract/limits.ts';
import { change } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { Category } from '../../record/shapes/schemas.ts';
import { findToMerge, maxMoved, mergeInto, nameCategory, removeCategory, requireCategory } from './rules.ts';
import { Categories, CategoryDraft, CategoryIds, CategoryMergeStep, categoryId, intoId } from './schemas.ts';
import { countCategories, findCategories, findCategory } from './sql.ts';

const listCategories = list({
  id: 'listCategories',
  path: path`/categories`,
  summary: 'List categories',
  description: 'Returns the named categories by ascending `id`, in pages.',
  scope: 'pets:read',
  stability: 'beta',
  filters: {
    id: {
      schema: CategoryIds,
      description:
        `Only the categories with these ids. May be repeated up to ${maxPageSize} times: \`limit\` then defaults to their number. Ids ` +
        'without a name are ignored.',
    },
  },
  defaultLimit: ({ id }) => id?.length,
  response: { status: 200, description: 'A page of categories.', schema: Categories },
  find: findCategories,
  count: countCategories,
});

const getCategory = read({
  id: 'getCategory',
  path: path`/categories/${categoryId}`,
  summary: 'Get a category',
  description: 'Returns the name of a category.',
  scope: 'pets:read',
  stability: 'beta',
  response: { status: 200, description: 'The category.', schema: Category },
  find: requireCategory,
});

export const putCategory = change({
  id: 'putCategory',
  method: 'PUT',
  path: path`/categories/${categoryId}`,
  summary: 'Name a category',
  description:
    'Sets the name of a category number, or changes it. Animals may also have category numbers without a name.',
  scope: 'pets:write',
  stability: 'beta',
  body: CategoryDraft,
  response: { status: 200, description: 'The updated category.', schema: Category },
  created: { status: 201, description: 'The category, if it had no name before.' },
  target: { schema: Category, find: (db, { categoryId: id }) => findCategory(db, id) },
  run: (tx, category, call) => nameCategory(tx, category, call.path.categoryId, call.body, stampOf(call)),
});

export const mergeCategory = change({
  id: 'mergeCategory',
  method: 'POST',
  path: path`/categories/${categoryId}/merge-into/${intoId}`,
  summary: 'Merge a category into another',
  description:
    `Moves the animals of a category, which may have no name, to another one that has. One request moves up to ${maxMoved} animals: send ` +
    'it again, as a new one, while `hasMore` is true. The last one removes the category. Each animal has an event, and so has the ' +
    'removal. Statistics of earlier days keep the number, and so does an animal that is added to it meanwhile: merge it again.',
  scope: 'pets:write',
  stability: 'beta',
  response: { status: 200, description: 'What was done.', schema: CategoryMergeStep },
  errors: ['validation_failed'],
  target: { schema: Category, find: findToMerge },
  run: (tx, _, call) => mergeInto(tx, call.path, stampOf(call)),
});

export const deleteCategory = change({
  id: 'deleteCategory',
  method: 'DELETE',
  path: path`/categories/${categoryId}`,
  summary: 'Remove a category',
  description: 'Removes a category that has no animals.',
  scope: 'pets:write',
  stability: 'beta',
  response: { status: 204, description: 'The category has been removed.' },
  errors: ['category_in_use'],
  target: { schema: Category, find: requireCategory },
  run: (tx, category, call) => removeCategory(tx, category, stampOf(call)),
});

export const categories: Resource = {
  tag: 'categories',
  about: 'Names of category numbers.',
  operations: [listCategories, getCategory, putCategory, mergeCategory, deleteCategory],
};
