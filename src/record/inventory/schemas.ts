import { Type } from 'typebox';
import { int64, oneOf } from '../../api/schemas.ts';
import { CategoryId } from '../shapes/schemas.ts';
import { maxCategories } from './rules.ts';

const counts = {
  available: int64('Animals that are available.', '120'),
  pending: int64('Animals that are pending.', '7'),
  sold: int64('Animals that are sold.', '4711'),
};

export const InventoryGrouping = oneOf(['category']);

export const InventoryLimit = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: maxCategories,
  default: maxCategories,
});

export const Inventory = Type.Object(
  {
    ...counts,
    categories: Type.Optional(
      Type.Array(Type.Object({ categoryId: CategoryId, ...counts }), {
        description:
          'The counts per category with animals, by ascending number, in pages. Only with `groupBy=category`.',
      }),
    ),
  },
  {
    $id: 'Inventory',
    description: 'The number of animals by status.',
  },
);
