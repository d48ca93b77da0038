import { isCrowded, nextTurn } from '../../lib/next-tick.ts';
import type { PageRange } from '../keyset.ts';
import type { Position, Reader } from '../statement.ts';
import { inSteps } from '../steps.ts';
import { SortedQuery, type SortedRow } from './sorted-query.ts';
import type { SortedPage, SortedSelection } from './sorted-selection.ts';
import { beginningsOf, cutCommonWords, findRareHits } from './word-hits.ts';

/** Rows that every search reads first: common words fill a page from them. */
const sampleRows = 256;
/** Hits that are sorted, or looked at one by one, for one page. */
const maxHits = 2_000;
/** Rows that are read in the order of the list for one page: some milliseconds. */
const maxScannedRows = 10_000;
/** The same if rows of other tables are read to test each of them. */
export const maxTestedRows = 2_000;
/** The same if an index has all that is looked at. */
const maxCoveredRows = 50_000;
/** Parts of a list that are read for one page while it is empty. */
export const maxParts = 20;
/** Hits that are read to count them. */
const maxCountedHits = 10_000;

/**
 * A page of a list in an order, in bounded time: rare rows are found by an index and sorted, common ones by reading in the
 * order of the list. Where neither ends soon, the page is shorter and the list continues. While it is empty, up to
 * `maxSteps` parts of the list are read, in steps between which other requests are served.
 */
export async function findSorted<Row extends SortedRow = SortedRow>(
  db: Reader,
  selection: SortedSelection,
  range: PageRange,
  maxSteps = maxParts,
): Promise<SortedPage<Row>> {
  const { order, ids, search, tests = [], filters = [] } = selection;
  if (search?.terms.length === 0) return { rows: [], next: undefined };
  const query = new SortedQuery<Row>(db, selection, range);
  if (query.isIndexed) return await query.read();
  const { steps } = db.dialect;
  if (ids !== undefined) return await query.sort([...new Set(ids)], maxHits / steps);
  const scan = (maxRows: number) => (from: SortedQuery<Row>) => from.scan(Math.ceil(maxRows / steps));
  const isById = order.column === 'id';
  const readOn = (maxRows: number, from = query, maxParts = maxSteps) =>
    untilFound(from, maxParts, (part) => readPart(part, steps, scan(maxRows)));
  if (search === undefined && isById && query.sets.length === 0) return await readOn(maxTestedRows);
  const sample = await query.scan(sampleRows);
  if (sample.next === undefined || isEnough(sample, range)) return sample;
  const rest = query.from(sample.next, query.limit - sample.rows.length);
  const afterSample = ({ rows, next }: SortedPage<Row>) => ({ rows: [...sample.rows, ...rows], next });
  const set = await query.findSmall(query.sets, maxHits);
  if (set === query.own && isById) return await readPart(query, steps, scan(maxHits + 1));
  if (set !== undefined) return await query.sort(await query.idsOf(set, maxHits), maxHits / steps);
  const readsOthers = tests.length + filters.length > 0 || (search?.indexes.length ?? 0) > 1;
  if (search !== undefined) {
    if (isById && db.dialect.words.isOrdered) {
      // Follows the first hits of cheap beginnings, of which most are often wanted.
      const { beginnings, areCheap } = beginningsOf(db, search);
      const page = areCheap ? undefined : await query.follow(beginnings, sampleRows, sampleRows);
      if (page !== undefined && isEnough(page, range)) return page;
      await nextTurn();
      const words = await cutCommonWords(db, selection.table, search);
      return await untilFound(query, maxSteps, (part) => part.follow(words, maxHits, maxHits / steps));
    }
    if (sample.rows.length > 0) {
      // Reading on costs less than an index that reads all of its hits.
      const more = afterSample(await readPart(rest, steps, scan(maxHits)));
      if (readsOthers || isEnough(more, range)) return more;
    }
    const hits = await findRareHits(db, selection.table, search, maxHits);
    if (hits !== undefined) return await query.sort(hits, maxHits / steps);
  }
  await nextTurn();
  const maxRows = readsOthers ? maxTestedRows : query.isCovered ? maxCoveredRows : maxScannedRows;
  return afterSample(await readOn(maxRows, rest, sample.rows.length > 0 ? 1 : maxSteps));
}

async function readPart<Row extends SortedRow>(
  query: SortedQuery<Row>,
  steps: number,
  read: (query: SortedQuery<Row>) => Promise<SortedPage<Row>>,
): Promise<SortedPage<Row>> {
  return await inSteps<Row, Position>(
    steps,
    query.limit,
    async (place, limit) => await read(place === undefined ? query : query.from(place, limit)),
  );
}

/** Reads parts of a list until one has a row, or too many others do so. Other requests are served between two. */
async function untilFound<Row extends SortedRow>(
  query: SortedQuery<Row>,
  maxSteps: number,
  read: (query: SortedQuery<Row>) => Promise<SortedPage<Row>>,
): Promise<SortedPage<Row>> {
  let page = await read(query);
  for (let step = 1; step < maxSteps && page.rows.length === 0 && page.next !== undefined && !isCrowded(); step++) {
    await nextTurn();
    page = await read(query.from(page.next));
  }
  return page;
}

function isEnough({ rows, next }: SortedPage<unknown>, { limit }: PageRange): boolean {
  return rows.length === limit || next === undefined;
}

/** The number of rows of a list; `undefined` if it would take long to count them. */
export async function countFound(db: Reader, selection: SortedSelection): Promise<bigint | undefined> {
  const { table, search, driver, supersets = [] } = selection;
  if (search?.terms.length === 0) return 0n;
  const query = new SortedQuery(db, selection, { after: undefined, limit: 0 });
  const maxCounted = (search?.indexes.length ?? 0) > 1 ? maxHits : maxCountedHits;
  const found = search && (await findRareHits(db, table, search, maxCounted));
  const set = found ? undefined : await query.findSmall(driver ? [driver] : [...supersets, query.own], maxHits);
  const hits = found ?? (set && (await query.idsOf(set, maxHits)));
  return hits && (await query.count(hits, maxHits / db.dialect.steps));
}
