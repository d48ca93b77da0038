import { anyOf } from '../../lib/fold-text.ts';
import { type Dialect, longStatement, type Seek, type SplitAfter, statement, type WordSearch } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/**
 * A range of one value, not an equality: for an equality the planner knows that the order is that of the ids, and scans
 * the whole primary key instead of a part of the index over the column.
 */
const seek: Seek = (column, value, after, params, { id = 'id', upTo, isDescending = false } = {}) => {
  const bound = `$${params.push(value)}`;
  const [beyond, until] = isDescending ? ['<', '>'] : ['>', '<'];
  const begin =
    after === undefined
      ? `${column} ${beyond}= ${bound}`
      : `(${column}, ${id}) ${beyond} (${bound}, $${params.push(after)})`;
  const end =
    upTo === undefined
      ? `${column} ${until}= ${bound}`
      : `(${column}, ${id}) ${until}= (${bound}, $${params.push(upTo)})`;
  const direction = isDescending ? ' DESC' : '';
  return { condition: `${begin} AND ${end}`, order: `${column}${direction}, ${id}${direction}` };
};

const splitAfter: SplitAfter = ({ column, isDescending }, { key, id }) => [
  { condition: `(${column}, id) ${isDescending ? '<' : '>'} ($1, $2)`, params: [key, id] },
];

/** The expression of the inverted indexes (GIN) over words. An index returns all its hits at once, in the order of the table. */
const words: WordSearch = {
  isOrdered: false,
  maxCheapLetters: Number.POSITIVE_INFINITY,
  hits({ table, id, column }, wanted, { limit }, params) {
    const termOf = (word: string) => (word.endsWith(' ') ? `'${word.trimEnd()}'` : `'${word}':*`);
    const query = wanted.map((term) => `(${anyOf(term).map(termOf).join(' | ')})`).join(' & ');
    const match = `array_to_tsvector(string_to_array(${column}, ' ')) @@ CAST($${params.push(query)} AS tsquery)`;
    return `SELECT ${id} AS hit FROM ${table} WHERE ${match} LIMIT $${params.push(BigInt(limit))}`;
  },
};

export const postgresDialect: Dialect = {
  seek,
  splitAfter,
  words,
  indexed: (table) => table,
  steps: 1,
  idsOf: (ids, params) => `SELECT unnest(CAST($${params.push(`{${ids.join()}}`)} AS BIGINT[])) AS hit`,
};

/** The sessions of a name in this database. */
export const findSessions = statement<readonly [pid: bigint]>(
  'SELECT CAST(pid AS BIGINT) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
);

/** The current time, not that of the begin of the transaction. */
export const postgresClock = statement<readonly [ms: bigint]>(
  'SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
);

/**
 * The transactions in progress that have inserted into a table, or are about to: an INSERT holds this lock from before it
 * draws an id until its transaction has ended.
 */
export const postgresWriters = (table: string) =>
  statement<readonly [transaction: string]>(
    `SELECT CAST(virtualtransaction AS TEXT) FROM pg_locks
     WHERE locktype = 'relation' AND relation = CAST(CAST('${table}' AS regclass) AS oid) AND mode = 'RowExclusiveLock'
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

/** For identity columns, each of which has a sequence named after it. */
export const postgresIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT last_value FROM ${table}_id_seq WHERE is_called`),
  raise: (table) =>
    statement<readonly unknown[]>(`SELECT setval('${table}_id_seq', greatest($1, last_value)) FROM ${table}_id_seq`),
};

export const postgresSize = longStatement<readonly [bigint]>('SELECT pg_database_size(current_database())');

/** What decides whether the server keeps what it has acknowledged, and how many connections it takes. */
export const postgresSettings = statement<
  readonly [fsync: string, fullPages: string, commit: string, standbys: string, connections: string, connected: bigint]
>(
  `SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
     current_setting('synchronous_standby_names'), current_setting('max_connections'),
     (SELECT count(*) FROM pg_stat_replication)`,
);
