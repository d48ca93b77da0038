import { cursorParameter, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { withCommas } from '../../lib/format.ts';
import { type InventoryPage, maxCategories, readInventory } from './rules.ts';
import { Inventory, InventoryGrouping, InventoryLimit } from './schemas.ts';

const getInventory = read({
  id: 'getInventory',
  path: path`/store/inventory`,
  summary: 'Count the animals',
  description:
    'Returns how many animals have each status, exact at the time of the response. With `groupBy=category`, also returns the ' +
    `counts of each category with animals, by ascending number: up to ${withCommas(maxCategories)} categories, and the rest in further pages. ` +
    'A page can have fewer categories than `limit` and yet not be the last.',
  scope: 'pets:read',
  stability: 'beta',
  isCached: true,
  query: {
    groupBy: { schema: InventoryGrouping, description: 'Adds the counts of each category.', formerName: 'by' },
    limit: {
      schema: InventoryLimit,
      description: `The maximum number of categories per page. Defaults to ${withCommas(maxCategories)}. Only with \`groupBy=category\`.`,
    },
    cursor: cursorParameter,
  },
  response: { status: 200, description: 'The counts.', schema: Inventory },
  next: ({ next }: InventoryPage) => next,
  find: (db, _, query, { after }) => readInventory(db, query, after),
});

export const inventory: Resource = {
  tag: 'store',
  operations: [getInventory],
};
