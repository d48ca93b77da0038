import { isStatistics } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { type CallOptions, Resource } from '../transport/transport.ts';

/** What happened to animals in one period. */
export type PeriodStatistics = components['schemas']['Statistics'][number];
/** The same in one category. */
export type CategoryStatistics = NonNullable<PeriodStatistics['categories']>[number];

/** Which periods are returned. Days are in UTC, such as `2026-11-01`. */
export interface StatisticsOptions extends CallOptions {
  /**
   * The first day; by default 30 days, 26 weeks or 12 months before the end. Only whole periods are returned.
   * @example { from: '2026-11-01' }
   */
  from?: string | undefined;
  /**
   * The day after the last one; by default tomorrow.
   * @example { to: '2026-12-01' }
   */
  to?: string | undefined;
  /**
   * By default `day`. Weeks begin on Monday.
   * @example { by: 'month' }
   */
  by?: components['schemas']['StatisticsPeriod'] | undefined;
  /**
   * Only animals of this category.
   * @example { categoryId: 3n }
   */
  categoryId?: bigint | undefined;
  /**
   * Adds the counts of each category in which something happened.
   * @example { groupBy: 'category' }
   */
  groupBy?: 'category' | undefined;
}

/** What happened to animals. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Statistics extends Resource {
  /**
   * Counts what happened in each period, in their order, with zeros where nothing did.
   * @throws PetstoreError `invalid_parameter` for a day that does not exist, and for more than 1,000 periods
   * @example const [november] = await client.statistics.get({ from: '2026-11-01', to: '2026-12-01', by: 'month' });
   */
  async get({ from, to, by, categoryId, groupBy, ...options }: StatisticsOptions = {}): Promise<PeriodStatistics[]> {
    const query = { from, to, by, categoryId, groupBy };
    return await this.transport.call('GET', '/store/statistics', isStatistics, options, { query });
  }
}
