import { statement } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/** For identity columns, each of which has a sequence that is named after it. */
export const postgresIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT last_value FROM ${table}_id_seq WHERE is_called`),
  raise: (table) =>
    statement<readonly unknown[]>(`SELECT setval('${table}_id_seq', greatest($1, last_value)) FROM ${table}_id_seq`),
};
