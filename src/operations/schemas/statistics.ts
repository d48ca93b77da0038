import { Type } from 'typebox';
import { periods } from '../../domain/statistics.ts';
import { date, int64 } from './base.ts';
import { CategoryId } from './categories.ts';

const counts = {
  added: int64({ description: 'Animals that were added.', examples: ['14'] }),
  adopted: int64({ description: 'Animals that became sold, without those that were added as sold.', examples: ['9'] }),
  returned: int64({
    description: 'Animals that are no longer sold: adoptions that were taken back.',
    examples: ['1'],
  }),
  removed: int64({ description: 'Animals that were removed.', examples: ['2'] }),
};

export const StatisticsPeriod = Type.Unsafe<(typeof periods)[number]>({
  $id: 'StatisticsPeriod',
  type: 'string',
  enum: [...periods],
});

export const StatisticsGrouping = Type.Unsafe<'category'>({ type: 'string', enum: ['category'] });

export const StatisticsDay = date({ description: 'A day (RFC 3339), in UTC.', examples: ['2026-11-01'] });

export const Statistics = Type.Array(
  Type.Object({
    start: date({ description: 'The first day of the period, in UTC.', examples: ['2026-11-01'] }),
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
