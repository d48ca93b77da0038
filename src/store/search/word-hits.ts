import { anyOf } from '../../lib/fold-text.ts';
import { type Bind, type Condition, conditionTexts } from '../keyset.ts';
import { hasTerm, longStatement, type Param, type Reader, statement, type WordSearch, whereAll } from '../statement.ts';
import { inSteps } from '../steps.ts';
import type { Search } from './sorted-selection.ts';

/** Rows from which the frequency of words is estimated. */
const sampleRows = 256;
/** What fewer of them have is rare in any table. */
const commonInSample = 4;
/** Words that an index is asked for: each further one would have its hits read, too, and rarely leaves fewer rows. */
const maxIndexed = 4;
/** How many ids an index is asked about in one part of a list: it reads all its hits among them, also where no row has all words. */
const maxHitRange = 50_000;

/** Up to `limit` hits of an index, among them all rows that a search wants; `undefined` if there are more, or could be. */
export async function findRareHits(
  db: Reader,
  table: string,
  search: Search,
  limit: number,
): Promise<bigint[] | undefined> {
  const { beginnings, areCheap } = beginningsOf(db, search);
  const few = areCheap ? undefined : await findFewHits(db, table, search, beginnings, limit);
  if (few !== undefined) return few;
  if (!db.dialect.words.isOrdered || !areCheap) {
    // The index would read all hits.
    if (await isCommon(db, table, search, limit)) return undefined;
  }
  return await findFewHits(db, table, search, await cutCommonWords(db, table, search, limit), limit);
}

async function findFewHits(
  db: Reader,
  table: string,
  search: Search,
  words: readonly string[],
  limit: number,
): Promise<bigint[] | undefined> {
  const range = { after: undefined, isDescending: false, limit: limit + 1 };
  const { rows } = await findHits(db, table, search, words, range, Number.POSITIVE_INFINITY);
  return rows.length > limit ? undefined : rows;
}

/** The ids of the next hits of an index, where these are ordered, among up to `maxIds` ids, and the last that was looked at. */
export async function findHits(
  db: Reader,
  table: string,
  search: Search,
  words: readonly string[],
  { after, isDescending, limit }: HitRange,
  maxIds = maxHitRange,
): Promise<{ rows: bigint[]; next: bigint | undefined }> {
  const { words: index, steps } = db.dialect;
  // Of several words an index may read many hits that are none of all of them, so it is asked about fewer ids at a time.
  const size = index.isOrdered && words.length > 1 ? maxHitRange / steps : maxHitRange;
  return await inSteps<bigint, bigint>(maxIds / size, limit, async (from = after, wanted) => {
    const { upTo, isLast } = index.isOrdered
      ? await findRange(db, table, BigInt(size), { after: from, isDescending })
      : { upTo: undefined, isLast: true };
    const params: Param[] = [];
    const range = { after: from, upTo, isDescending, limit: wanted };
    const hits = await db.query(longStatement<readonly [bigint]>(hitsText(db, search, words, range, params)), params);
    const rows = hits.map(([hit]) => hit);
    return { rows, next: rows.length === wanted ? rows.at(-1) : isLast ? undefined : upTo };
  });
}

/** Up to which id the next `size` ones are, and whether there are no rows after them. */
async function findRange(
  db: Reader,
  table: string,
  size: bigint,
  { after, isDescending }: Pick<HitRange, 'after' | 'isDescending'>,
): Promise<{ upTo: bigint; isLast: boolean }> {
  const [first, last, beyond] = isDescending ? ['max', 'min', '<'] : ['min', 'max', '>'];
  const ids = `SELECT ${first}(id) FROM ${table}${after === undefined ? '' : ` WHERE id ${beyond} $1`}`;
  const find = statement<readonly [bigint | null, bigint | null]>(
    `SELECT (${ids}), (SELECT ${last}(id) FROM ${table})`,
  );
  const [[from, end] = [null, null]] = await db.query(find, after === undefined ? [] : [after]);
  if (from === null || end === null) return { upTo: 0n, isLast: true };
  const upTo = from + (isDescending ? 1n - size : size - 1n);
  const isLast = isDescending ? upTo <= end : upTo >= end;
  return { upTo: isLast ? end : upTo, isLast };
}

/** Whether so many of the newest rows have the words that more than `limit` of all rows probably do. */
async function isCommon(db: Reader, table: string, search: Search, limit: number): Promise<boolean> {
  const params: Param[] = [];
  const hits = countWhere(search.terms, params);
  const newest = `SELECT ${textOf(search)} FROM ${table} ORDER BY id DESC LIMIT $${params.push(BigInt(sampleRows))}`;
  const text = `SELECT count(*), ${hits} FROM (${newest}) AS sample`;
  const [[rows, found] = [0n, 0n]] = await db.query(statement<readonly [bigint, bigint]>(text), params);
  // Fewer rows than that are all there are.
  if (rows < BigInt(sampleRows) || found < BigInt(commonInSample)) return false;
  return areMany(found, rows, await findIdRange(db, table), limit);
}

/**
 * The words of a search, those that more than `limit` rows probably have as their first letters only: an index would read all
 * hits of the whole word, also where another word leaves few of them.
 */
export async function cutCommonWords(db: Reader, table: string, search: Search, limit = 0): Promise<string[]> {
  const { words, beginnings, areCheap } = beginningsOf(db, search);
  if (areCheap) return words;
  const range = await findIdRange(db, table);
  const params: Param[] = [];
  const counts = words.map((word) => countWhere([word], params));
  const newest = `SELECT id FROM ${table} ORDER BY id DESC LIMIT $${params.push(BigInt(sampleRows))}`;
  const ids = `SELECT id AS hit FROM (${newest}) AS newest UNION ALL ${db.dialect.idsOf(spreadIds(range), params)}`;
  const sample = `SELECT ${textOf(search)} FROM (${ids}) AS ids CROSS JOIN ${table} WHERE id = hit`;
  // The limit keeps SQLite from making each text once more for each word.
  const text = `SELECT count(*), ${counts.join(', ')} FROM (${sample} LIMIT $${params.push(BigInt(2 * sampleRows))}) AS sample`;
  const [[rows = 0n, ...found] = []] = await db.query(statement<readonly bigint[]>(text), params);
  return words.map((word, index) =>
    areMany(found[index] ?? 0n, rows, range, limit) ? (beginnings[index] ?? word) : word,
  );
}

/** All folded texts of a row, as one text. */
function textOf({ indexes: [own, ...others] }: Search): string {
  const texts = others.map(
    ({ table, id, column }) => `coalesce((SELECT ${column} FROM ${table} WHERE ${table}.${id} = id), '')`,
  );
  return `${["' '", own.column, ...texts, "' '"].join(" || ' ' || ")} AS text`;
}

function countWhere(terms: readonly string[], params: Param[]): string {
  const tests = terms.map((term) => hasTerm('text', term, (pattern) => `$${params.push(pattern)}`));
  return `coalesce(sum(CASE WHEN ${tests.join(' AND ')} THEN 1 ELSE 0 END), 0)`;
}

type IdRange = readonly [first: bigint, last: bigint];

async function findIdRange(db: Reader, table: string): Promise<IdRange> {
  const [min, max] = ['min', 'max'].map((end) => `coalesce((SELECT ${end}(id) FROM ${table}), 0)`);
  const [range = [0n, 0n]] = await db.query(statement<IdRange>(`SELECT ${min}, ${max}`), []);
  return range;
}

/** Ids from all over a table, some of which may have no row. */
function spreadIds([first, last]: IdRange): bigint[] {
  return Array.from(
    { length: sampleRows },
    (_, index) => first + ((last - first) * BigInt(index)) / BigInt(sampleRows),
  );
}

/** Whether more than `limit` rows have what `found` of some rows have. There are at most as many rows as ids. */
function areMany(found: bigint, rows: bigint, [first, last]: IdRange, limit: number): boolean {
  return found >= BigInt(commonInSample) && found * (last - first + 1n) > BigInt(limit) * rows;
}

type HitRange = Parameters<WordSearch['hits']>[2];

function hitsText(db: Reader, { indexes }: Search, words: readonly string[], range: HitRange, params: Param[]): string {
  const texts = indexes.map((index) => db.dialect.words.hits(index, words, range, params));
  if (texts.length === 1) return texts.join('');
  const all = texts.map((text, place) => `SELECT hit FROM (${text}) AS hits_${place}`).join(' UNION ');
  return `${all} ORDER BY hit${range.isDescending ? ' DESC' : ''} LIMIT $${params.push(BigInt(range.limit))}`;
}

/** The longest words of a search, and as much of each as an index finds without reading all hits. */
export function beginningsOf(
  {
    dialect: {
      words: { maxCheapLetters },
    },
  }: Reader,
  { terms }: Search,
) {
  const all = new Set(terms.flatMap((term) => (term.endsWith(' ') ? term : term.split(' '))));
  const words = [...all].toSorted((one, other) => other.length - one.length).slice(0, maxIndexed);
  const cut = (word: string) => (word.length <= maxCheapLetters ? word : [...word].slice(0, maxCheapLetters).join(''));
  const beginnings = words.map((term) => anyOf(term).map(cut).join('|'));
  return { words, beginnings, areCheap: beginnings.join() === words.join() };
}

/**
 * That a folded text, or one of another table, has all terms, wherever they are. Folded texts have none of the characters
 * that LIKE interprets.
 */
export function termCondition({ indexes, terms }: Search, ownColumn = indexes[0].column): Condition {
  const hasTerms = (column: string, onlyAfter: string, bind: Bind) =>
    terms.map((term) => hasTerm(`' ' || ${column} || ' '`, term, bind, onlyAfter)).join(' AND ');
  return (bind) => {
    const texts = indexes.map(({ table, id, column, onlyAfter = '', isSparse = false }, index) => {
      if (index === 0) return hasTerms(ownColumn, onlyAfter, bind);
      // Most rows have none in a sparse table, which the range of its ids tells for less than a look there.
      const isAmong = `id BETWEEN (SELECT min(${id}) FROM ${table}) AND (SELECT max(${id}) FROM ${table}) AND `;
      const hasText = `1 = (SELECT 1 FROM ${table} WHERE ${table}.${id} = id AND ${hasTerms(column, onlyAfter, bind)})`;
      return isSparse ? isAmong + hasText : hasText;
    });
    return `(${texts.join(' OR ')})`;
  };
}

export function where(conditions: readonly Condition[], params: Param[]): string {
  return whereAll(conditionTexts(conditions, (value) => `$${params.push(value)}`));
}

export function and(conditions: readonly Condition[], params: Param[]): string {
  return conditionTexts(conditions, (value) => `$${params.push(value)}`)
    .map((text) => ` AND ${text}`)
    .join('');
}
