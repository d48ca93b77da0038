import { read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { withCommas } from '../../lib/format.ts';
import { CategoryId } from '../categories/schemas.ts';
import { maxCounts, maxPeriods, planPeriods, readActivity, sumByPeriod } from './rules.ts';
import { Statistics, StatisticsDay, StatisticsGrouping, StatisticsPeriod } from './schemas.ts';

const getStatistics = read({
  id: 'getStatistics',
  path: path`/store/statistics`,
  summary: 'Get statistics',
  description:
    'Returns how many animals were added, adopted, returned and removed per day, week (from Monday) or month, in UTC. Kept forever, and exact at the time of the response.',
  scope: 'orders:read',
  stability: 'beta',
  isCached: true,
  query: {
    from: {
      schema: StatisticsDay,
      description:
        'The first day. Defaults to 30 days, 26 weeks or 12 months before the end. Periods are always whole, at most ' +
        `${maxPeriods} in one response.`,
    },
    to: { schema: StatisticsDay, description: 'The day after the last one. Defaults to tomorrow.' },
    by: { schema: StatisticsPeriod, description: 'The period. Defaults to `day`.' },
    categoryId: { schema: CategoryId, description: 'Only animals of this category.' },
    groupBy: {
      schema: StatisticsGrouping,
      description: `Adds the counts of each category. In all days of the range together at most ${withCommas(maxCounts)} categories may have had activity.`,
    },
  },
  response: { status: 200, description: 'The counts of each period.', schema: Statistics },
  find: async (db, _, { from, to, by = 'day', categoryId, groupBy }, { now }) => {
    const range = planPeriods(by, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, now);
    const selection = { ...range, categoryId, isByCategory: groupBy === 'category' };
    return sumByPeriod(by, range, await readActivity(db, selection), selection.isByCategory);
  },
});

export const statistics: Resource = {
  tag: 'store',
  operations: [getStatistics],
};
