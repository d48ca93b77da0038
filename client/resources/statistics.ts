import type { components } from '../schema.gen.ts';
import type { OptionsIn } from '../transport/operation.ts';
import type { CallOptions } from '../transport/transport.ts';

/** What happened to animals in one period. */
export type PeriodStatistics = components['schemas']['Statistics'][number];
/** The same in one category. */
export type CategoryStatistics = NonNullable<PeriodStatistics['categories']>[number];

/** Which periods are returned, weeks beginning on Monday. Days are in UTC, such as `2026-11-01`. */
export interface StatisticsOptions extends CallOptions, OptionsIn<'getStatisticsQuery'> {}

/** What happened to animals. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export interface Statistics {
  /**
   * Counts what happened in each period, in their order, with zeros where nothing did.
   * @throws PetstoreError `invalid_parameter` for a day that does not exist, and for more than 1,000 periods
   * @example const [november] = await client.statistics.get({ from: '2026-11-01', to: '2026-12-01', by: 'month' });
   */
  get(options?: StatisticsOptions): Promise<PeriodStatistics[]>;
}
