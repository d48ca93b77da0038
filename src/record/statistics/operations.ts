import { read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { withCommas } from '../../lib/format.ts';
import { findShelterZone } from '../settings/stored-rules.ts';
import { CategoryId } from '../shapes/schemas.ts';
import { readMatrix } from './matrix-rules.ts';
import { stayGroupings } from './model.ts';
import { maxCounts, maxPeriods, planPeriods, readActivity, sumByPeriod } from './rules.ts';
import {
  Statistics,
  StatisticsDay,
  StatisticsGrouping,
  StatisticsMatrix,
  StatisticsMonth,
  StatisticsPeriod,
} from './schemas.ts';
import { maxStayMonths, readStays } from './stays-rules.ts';

const getStatistics = read({
  id: 'getStatistics',
  path: path`/store/statistics`,
  summary: 'Get statistics',
  description:
    'Returns how many animals were added, adopted, returned and removed per day, week (from Monday), month or year. Kept forever, and exact at the time of the response.',
  scope: 'orders:read',
  stability: 'beta',
  isCached: true,
  query: {
    from: {
      schema: StatisticsDay,
      description:
        'The first day. Defaults to 30 days, 26 weeks, 12 months or 2 years before the end. Periods are always whole, at most ' +
        `${maxPeriods} in one response.`,
    },
    to: { schema: StatisticsDay, description: 'The day after the last one. Defaults to tomorrow.' },
    by: { schema: StatisticsPeriod, description: 'The period. Defaults to `day`.' },
    categoryId: {
      schema: CategoryId,
      description: 'Only animals of this category. Not with groups of stays, which count all categories together.',
    },
    groupBy: {
      schema: StatisticsGrouping,
      description: `Adds the counts of each category, or with another value the stays of animals by it in up to ${maxStayMonths} months, which requires \`by=month\` or \`by=year\`. In all days of the range together at most ${withCommas(maxCounts)} categories may have had activity.`,
    },
  },
  response: { status: 200, description: 'The counts of each period.', schema: Statistics },
  find: async (db, _, { from, to, by = 'day', categoryId, groupBy }, { now }) => {
    const { zone, since } = await findShelterZone(db);
    const asked = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const range = planPeriods(by, asked, zone.dayOf(now));
    const selection = { ...range, categoryId, isByCategory: groupBy === 'category', zone, now };
    const grouping = stayGroupings.find((name) => name === groupBy);
    const stays = grouping && (await readStays(db, by, range, categoryId, grouping, zone));
    const sums = sumByPeriod(by, range, await readActivity(db, selection), selection.isByCategory);
    return sums.map((period) => {
      const ofMonth = stays?.get(period.start);
      const isOfZone = since === undefined || period.start >= since;
      return { ...period, ...(isOfZone && { timeZone: zone.name }), ...(ofMonth && { stays: ofMonth }) };
    });
  },
});

const getStatisticsMatrix = read({
  id: 'getStatisticsMatrix',
  path: path`/store/statistics/matrix`,
  summary: 'Get the matrix of a month',
  description:
    'Returns how many animals were in care when a month began and ended, came and left, by species, age group and type of intake ' +
    'and outcome: what shelters report to Shelter Animals Count. `petstore report` writes it as CSV.',
  scope: 'orders:read',
  stability: 'beta',
  isCached: true,
  query: {
    month: { schema: StatisticsMonth, description: 'Defaults to the month before the current one.' },
  },
  response: { status: 200, description: 'The matrix.', schema: StatisticsMatrix },
  find: (db, _, { month }, { now }) => readMatrix(db, month, now),
});

export const statistics: Resource = {
  tag: 'store',
  operations: [getStatistics, getStatisticsMatrix],
};
