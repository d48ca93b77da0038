import { isObject } from '../answer.ts';
import type { Group } from '../case.ts';
import { expectEqual, expectError, expectInt64, expectOnlyMembers, expectStatus } from '../expect.ts';
import { absentAt } from './absence.ts';

const counts = ['available', 'pending', 'sold'] as const;

export const inventory: Group = {
  name: 'inventory',
  title: 'Inventory and statistics',
  kind: 'extension',
  creates: { animals: 4 },
  absence: absentAt('/store/inventory'),
  cases: [
    {
      name: 'getInventory: returns the number of animals of each status',
      rule: 'GET /store/inventory counts animals by status.',
      run: async (t) => {
        const answer = await t.get('/store/inventory');
        expectStatus(answer, 200);
        expectOnlyMembers(answer.object, counts);
        for (const status of counts) expectInt64(status, answer.object[status]);
      },
    },
    {
      name: 'getInventory: groupBy=category counts the animals of a category exactly',
      rule: 'With groupBy=category the response also has the counts of each category, exact at the time of the response.',
      run: async (t) => {
        const categoryId = -t.state.categoryId;
        for (const status of ['available', 'available', 'sold']) await t.pet({ categoryId, status });
        // Categories come in ascending order, so this one is on the first page.
        const { categories } = (await t.get('/store/inventory?groupBy=category')).object;
        const entries: readonly unknown[] = Array.isArray(categories) ? categories : [];
        const own = entries
          .filter(isObject)
          .find((entry) => entry['id'] === categoryId || entry['categoryId'] === categoryId);
        expectEqual(
          'counts',
          counts.map((status) => own?.[status]),
          [2n, 0n, 1n],
        );
      },
    },
    {
      name: 'getInventory: another value of by gets 400',
      rule: 'by is category.',
      run: async (t) => expectError(await t.get('/store/inventory?by=name'), 400, 'invalid_parameter'),
    },
    {
      name: 'getStatistics: responds with an object for the default period',
      rule: 'GET /store/statistics counts animals that were added, adopted, returned and removed.',
      run: async (t) => expectStatus(await t.get('/store/statistics'), 200),
    },
    {
      name: 'getStatistics: a day that does not exist gets 400',
      rule: 'from and to are days (RFC 3339).',
      run: async (t) => expectError(await t.get('/store/statistics?from=2026-02-30'), 400, 'invalid_parameter'),
    },
  ],
};
