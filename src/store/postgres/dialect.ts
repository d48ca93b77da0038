import { type Seek, statement } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/**
 * As a range, though it has one value. Were it an equality, the planner would know that the order is that of the ids,
 * and rather read the whole table in the order of its key than the few rows of an index.
 */
export const seek: Seek = (column, value, after, params) => {
  const place = `$${params.push(value)}`;
  const begin = after === undefined ? `${column} >= ${place}` : `(${column}, id) > (${place}, $${params.push(after)})`;
  return { condition: `${begin} AND ${column} <= ${place}`, order: `${column}, id` };
};

/** Not the time of the transaction's begin. */
export const postgresClock = statement<readonly [ms: bigint]>(
  'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
);

/** For identity columns, each of which has a sequence that is named after it. */
export const postgresIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT last_value FROM ${table}_id_seq WHERE is_called`),
  raise: (table) =>
    statement<readonly unknown[]>(`SELECT setval('${table}_id_seq', greatest($1, last_value)) FROM ${table}_id_seq`),
};
