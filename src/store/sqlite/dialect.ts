import { anyOf } from '../../lib/fold-text.ts';
import { deferredIndexes, deferredWords, lastIndexed } from '../migrations/deferred-indexes.ts';
import { type Dialect, hasTerm, type Seek, type SplitAfter, statement, type WordSearch } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/** An index of SQLite ends with the row's id: for one value of its columns, its rows are in the order of ids. */
const seek: Seek = (column, value, after, params, { id = 'id', upTo, isDescending = false } = {}) => {
  const conditions = [`${column} = $${params.push(value)}`];
  if (after !== undefined) conditions.push(`${id} ${isDescending ? '<' : '>'} $${params.push(after)}`);
  if (upTo !== undefined) conditions.push(`${id} ${isDescending ? '>=' : '<='} $${params.push(upTo)}`);
  return { condition: conditions.join(' AND '), order: isDescending ? `${id} DESC` : id };
};

/** For a comparison of two columns, SQLite would read all rows with the same value in the first. */
const splitAfter: SplitAfter = ({ column, isDescending }, { key, id }) => {
  const beyond = isDescending ? '<' : '>';
  return [
    { condition: `${column} = $1 AND id ${beyond} $2`, params: [key, id] },
    { condition: `${column} ${beyond} $1`, params: [key] },
  ];
};

/**
 * Full-text tables (FTS5) with an index over the first one, two and three letters. For longer beginnings FTS5 reads all hits
 * before it returns the first.
 */
const words: WordSearch = {
  isOrdered: true,
  maxCheapLetters: 3,
  hits({ name, table, id, column }, wanted, { after, upTo, isDescending, limit }, params) {
    const termOf = (word: string) => (word.endsWith(' ') ? `"${word.trimEnd()}"` : `"${word}"*`);
    const words = wanted.map((term) => `(${anyOf(term).map(termOf).join(' OR ')})`);
    const match = `${name} MATCH $${params.push(words.join(' AND '))}`;
    const [beyond, until] = isDescending ? ['<', '>='] : ['>', '<='];
    const bounds = [
      ...(after === undefined ? [] : [`${beyond} $${params.push(after)}`]),
      ...(upTo === undefined ? [] : [`${until} $${params.push(upTo)}`]),
    ];
    const indexed = `SELECT rowid AS hit FROM ${name} WHERE ${[match, ...bounds.map((bound) => `rowid ${bound}`)].join(' AND ')}`;
    const newer = () => {
      const tests = wanted.map((term) =>
        hasTerm(`' ' || ${column} || ' '`, term, (pattern) => `$${params.push(pattern)}`),
      );
      return [`${id} > (${lastIndexed})`, ...bounds.map((bound) => `${id} ${bound}`), ...tests].join(' AND ');
    };
    const all = deferredWords.has(name) ? `${indexed} UNION ALL SELECT ${id} FROM ${table} WHERE ${newer()}` : indexed;
    return `${all} ORDER BY hit${isDescending ? ' DESC' : ''} LIMIT $${params.push(BigInt(limit))}`;
  },
};

export const sqliteDialect: Dialect = {
  seek,
  splitAfter,
  words,
  indexed: (table, column) => deferredIndexes.get(`${table}.${column}`) ?? table,
  steps: 5,
  idsOf: (ids, params) => `SELECT value AS hit FROM json_each($${params.push(`[${ids.join()}]`)})`,
};

/** For tables with AUTOINCREMENT. The table in which SQLite stores their last ids has no unique key. */
export const sqliteIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT seq FROM sqlite_sequence WHERE name = '${table}'`),
  raise: (table) =>
    statement<never>(
      `INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
       SELECT max(rowid), '${table}', max($1, coalesce(max(seq), 0)) FROM sqlite_sequence WHERE name = '${table}'`,
    ),
};
