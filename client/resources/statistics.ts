import type { components } from '../schema.gen.ts';
import type { OptionalMembers } from '../transport/operation.ts';
import type { CallOptions } from '../transport/transport.ts';
import type { StatisticsMatrix } from '../types.gen.ts';

/** What happened to animals in one period. */
export type PeriodStatistics = components['schemas']['Statistics'][number];
/** The same in one category. */
export type CategoryStatistics = NonNullable<PeriodStatistics['categories']>[number];

/** Which periods are returned, weeks beginning on Monday. Days are in UTC, such as `2026-11-01`. */
export interface StatisticsOptions extends CallOptions, OptionalMembers<'getStatisticsQuery'> {
  /**
   * The first day; by default 30 days, 26 weeks or 12 months before the end. Periods are always whole, at most 1,000.
   * @example { from: '2026-11-01' }
   */
  from?: string | undefined;
  /**
   * The day after the last one; by default tomorrow.
   * @example { to: '2026-12-01' }
   */
  to?: string | undefined;
}

/** Which month is counted. */
export type MatrixOptions = CallOptions & OptionalMembers<'getStatisticsMatrixQuery'>;

/** What happened to animals. */
export interface Statistics {
  /**
   * Counts what happened in each period, in their order, with zeros where nothing did.
   * @throws PetstoreError `invalid_parameter` for a day that does not exist, and for more than 1,000 periods
   * @example const [november] = await client.statistics.get({ from: '2026-11-01', to: '2026-12-01', by: 'month' });
   */
  get(options?: StatisticsOptions): Promise<PeriodStatistics[]>;
  /**
   * Counts how many animals came and left in a month, such as `2026-11`; by default the one before the current one.
   * @example const { species } = await client.statistics.matrix({ month: '2026-11' });
   */
  matrix(options?: MatrixOptions): Promise<StatisticsMatrix>;
}
