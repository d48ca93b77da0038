import { Type } from 'typebox';
import { maxCategories } from '../../domain/inventory.ts';
import { int64 } from './base.ts';
import { CategoryId } from './categories.ts';

const counts = {
  available: int64({ description: 'Animals that are available.', examples: ['120'] }),
  pending: int64({ description: 'Animals that are pending.', examples: ['7'] }),
  sold: int64({ description: 'Animals that are sold.', examples: ['4711'] }),
};

export const InventoryGrouping = Type.Unsafe<'category'>({ type: 'string', enum: ['category'] });

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
