import type { PageRange } from './keyset.ts';
import { SortedQuery, type SortedRow } from './sorted-query.ts';
import { longStatement, type Order, type Param, type Position, type Reader, type WordIndex } from './statement.ts';
import { and, beginningOf, findRareWords, hitsText, isCommon, termConditions, wordsOf } from './word-hits.ts';

/** A condition in SQL, with `?` for its values. */
export type Condition = readonly [text: string, ...values: Param[]];

/** The rows of a list in an order, on request only those with some words. The table has the key `id`. */
export interface SortedSelection {
  readonly table: string;
  /** The columns of a row; the first is `id`. */
  readonly columns: string;
  readonly order: Order;
  /**
   * Conditions that all rows meet, over `columns`: literal ones, and at most one of the form `column = ?`. An index over
   * their columns gives the order of ids.
   */
  readonly conditions: readonly Condition[];
  readonly search?: Search | undefined;
}

/** A search for rows that have words beginning with each of the terms, which are folded. */
export interface Search {
  readonly index: WordIndex;
  readonly terms: readonly string[];
}

/** A page of a list. `next` is where the next page begins; a page can have less than `limit` rows and still a next one. */
export interface SortedPage<Row> {
  readonly rows: Row[];
  readonly next: Position | undefined;
}

/** Rows that every search reads first: common words fill a page from them. */
const sampleRows = 256;
/** Hits that are sorted, or looked at one by one, for one page. */
const maxHits = 2_000;
/** Rows that are read in the order of the list for one page: some milliseconds. */
const maxScannedRows = 10_000;
/** The same if an index has all that is looked at. */
const maxCoveredRows = 50_000;
/** Hits that are read to count them. */
const maxCountedHits = 10_000;

/**
 * A page of a list in an order, in bounded time: rare rows are found by an index and sorted, common ones by reading in the
 * order of the list. Where neither ends soon, the page is shorter and the list continues.
 */
export async function findSorted<Row extends SortedRow>(
  db: Reader,
  selection: SortedSelection,
  range: PageRange,
): Promise<SortedPage<Row>> {
  const query = new SortedQuery<Row>(db, selection, range);
  const { order, search, conditions } = selection;
  const isById = order.column === 'id';
  if (search === undefined && (isById || conditions.length === 0)) return await query.read();
  const sample = await query.scan(sampleRows);
  if (isEnough(sample, range)) return sample;
  const hasFew = conditions.length > 0 && (await query.countFiltered(maxHits + 1)) <= maxHits;
  if (hasFew) return await (isById ? query.scan(maxHits + 1) : query.sort({ limit: maxHits }));
  if (search !== undefined) {
    if (isById && db.words.isOrdered) return await followHits(db, query, selection.table, search, range);
    if (sample.rows.length > 0) {
      // Reading on costs less than an index that reads all of its hits.
      const more = await query.scan(maxHits);
      if (isEnough(more, range)) return more;
    }
    const words = await findRareWords(db, selection.table, search, maxHits);
    if (words !== undefined) return await query.sort({ words, limit: maxHits });
  }
  return await query.scan(query.isCovered ? maxCoveredRows : maxScannedRows);
}

/** Follows hits in the order of ids: those of cheap beginnings, of which most are often wanted, and then those of the words. */
async function followHits<Row extends SortedRow>(
  db: Reader,
  query: SortedQuery<Row>,
  table: string,
  search: Search,
  range: PageRange,
): Promise<SortedPage<Row>> {
  const words = wordsOf(search.terms);
  const beginnings = words.map((word) => beginningOf(word, db.words.maxCheapLetters));
  if (beginnings.join() === words.join()) return await query.follow(words, maxHits);
  const page = await query.follow(beginnings, sampleRows);
  if (isEnough(page, range)) return page;
  return await query.follow((await isCommon(db, table, search)) ? beginnings : words, maxHits);
}

function isEnough({ rows, next }: SortedPage<unknown>, { limit }: PageRange): boolean {
  return rows.length === limit || next === undefined;
}

/** The number of rows that a search finds; `undefined` if it would take long to count them. */
export async function countFound(db: Reader, selection: SortedSelection): Promise<bigint | undefined> {
  const { table, search } = selection;
  if (search === undefined) return undefined;
  const words = await findRareWords(db, table, search, maxCountedHits);
  if (words === undefined) return undefined;
  const params: Param[] = [];
  const hits = hitsText(db, search, words, maxCountedHits, params);
  const conditions = and([...selection.conditions, ...termConditions(search)], params);
  const text = `SELECT count(*) FROM (${hits}) AS found CROSS JOIN ${table} WHERE ${table}.id = hit${conditions}`;
  const [row] = await db.query(longStatement<readonly [bigint]>(text), params);
  return row?.[0];
}
