import { andThen } from '../lib/maybe-promise.ts';
import { findInventory, type InventoryCount } from '../repositories/inventory.ts';
import { read } from './define.ts';
import { Inventory, InventoryGrouping } from './schemas/inventory.ts';

export const getInventory = read({
  id: 'getInventory',
  path: '/store/inventory',
  tag: 'store',
  summary: 'Count the animals',
  description: 'Returns how many animals have each status, exact at the time of the response.',
  scope: 'pets:read',
  stability: 'beta',
  pathParameters: {},
  query: { by: { schema: InventoryGrouping, description: 'Adds the counts of each category.' } },
  response: { status: 200, description: 'The counts.', schema: Inventory },
  errors: [],
  find: (db, _, { by }) =>
    andThen(findInventory(db), (counts) => ({
      ...sum(counts),
      ...(by === 'category' && {
        categories: [...Map.groupBy(counts, ({ categoryId }) => categoryId)].map(([categoryId, ofCategory]) => ({
          categoryId,
          ...sum(ofCategory),
        })),
      }),
    })),
});

function sum(counts: readonly InventoryCount[]) {
  const sums = { available: 0n, pending: 0n, sold: 0n };
  for (const { status, animals } of counts) sums[status] += animals;
  return sums;
}
