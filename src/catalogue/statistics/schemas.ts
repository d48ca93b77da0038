import { Type } from 'typebox';
import { date, int64, oneOf } from '../../api/schemas.ts';
import { CategoryId } from '../categories/schemas.ts';
import { periods } from './rules.ts';

const counts = {
  added: int64('Animals that were added.', '14'),
  adopted: int64('Animals that became sold, without those that were added as sold.', '9'),
  returned: int64('Animals that are no longer sold: adoptions that were taken back.', '1'),
  removed: int64('Animals that were removed.', '2'),
};

export const StatisticsPeriod = oneOf(periods, {
  $id: 'StatisticsPeriod',
  description: 'What the statistics are summed by.',
});

export const StatisticsGrouping = oneOf(['category']);

export const StatisticsDay = date('A day (RFC 3339), in UTC.', '2026-11-01');

export const Statistics = Type.Array(
  Type.Object({
    start: date('The first day of the period, in UTC.', '2026-11-01'),
    ...counts,
    categories: Type.Optional(
      Type.Array(Type.Object({ categoryId: CategoryId, ...counts }), {
        description: 'The counts per category in which something happened. Only with `groupBy=category`.',
      }),
    ),
  }),
  {
    $id: 'Statistics',
    description: 'The counts per period, in order, including periods in which nothing happened.',
  },
);
