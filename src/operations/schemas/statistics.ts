import { Type } from 'typebox';
import { periods } from '../../domain/statistics.ts';
import { date, int64 } from './base.ts';
import { CategoryId } from './categories.ts';

const counts = {
  added: int64({ description: 'Animals that were added.', examples: ['14'] }),
  adopted: int64({ description: 'Animals that became sold, but not those that were added as sold.', examples: ['9'] }),
  returned: int64({
    description: 'Animals that were sold and are not any more: adoptions taken back.',
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
        description: 'The same for each category in which something happened; only with `groupBy=category`.',
      }),
    ),
  }),
  {
    $id: 'Statistics',
    description: 'What happened in each period, in their order; zeros where nothing did.',
    examples: [[{ start: '2026-11-01', added: 14, adopted: 9, returned: 1, removed: 2 }]],
  },
);
