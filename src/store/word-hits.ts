import type { Condition, RowTest, Search } from './sorted-selection.ts';
import { longStatement, type Param, type Reader, statement, type WordSearch, whereAll } from './statement.ts';

/** Rows from which the frequency of words is estimated. */
const sampleRows = 256;
/** What fewer of them have is rare in any table. */
const commonInSample = 4;
/** Words that an index is asked for: each further one would have its hits read, too, and rarely leaves fewer rows. */
const maxIndexed = 4;

/**
 * Words with which an index has at most `limit` hits, among them all rows that a search wants; `undefined` if there are
 * more, or could be.
 */
export async function findRareWords(
  db: Reader,
  table: string,
  search: Search,
  limit: number,
): Promise<string[] | undefined> {
  const { beginnings, areCheap } = beginningsOf(db, search);
  if (!areCheap && (await hasFewHits(db, search, beginnings, limit))) return beginnings;
  if (!db.dialect.words.isOrdered || !areCheap) {
    // The index would read all hits.
    if (await isCommon(db, table, search, limit)) return undefined;
  }
  const cut = await cutCommonWords(db, table, search, limit);
  return (await hasFewHits(db, search, cut, limit)) ? cut : undefined;
}

async function hasFewHits(db: Reader, search: Search, words: readonly string[], limit: number): Promise<boolean> {
  const params: Param[] = [];
  const hits = hitsText(db, search, words, firstHits(limit + 1), params);
  const [row] = await db.query(longStatement<readonly [bigint]>(`SELECT count(*) FROM (${hits}) AS found`), params);
  return (row?.[0] ?? 0n) <= BigInt(limit);
}

/** Whether so many of the newest rows have the words that more than `limit` of all rows probably do. */
async function isCommon(db: Reader, table: string, search: Search, limit: number): Promise<boolean> {
  const [{ column }] = search.indexes;
  const params: Param[] = [];
  const hits = countWhere(termConditions(search), params);
  const sample = `SELECT id, ${column} FROM ${table} ORDER BY id DESC LIMIT $${params.push(BigInt(sampleRows))}`;
  const text = `SELECT count(*), ${hits} FROM (${sample}) AS sample`;
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
  const { indexes } = search;
  const [{ column }] = indexes;
  const range = await findIdRange(db, table);
  const params: Param[] = [];
  const counts = termConditions({ indexes, terms: words }).map((condition) => countWhere([condition], params));
  const newest = `SELECT id, ${column} FROM ${table} ORDER BY id DESC LIMIT $${params.push(BigInt(sampleRows))}`;
  const spread = spreadIds(range).map((id) => `$${params.push(id)}`);
  const text =
    `SELECT count(*), ${counts.join(', ')} FROM (SELECT * FROM (${newest}) AS newest ` +
    `UNION ALL SELECT id, ${column} FROM ${table} WHERE id IN (${spread.join(', ')})) AS sample`;
  const [[rows = 0n, ...found] = []] = await db.query(statement<readonly bigint[]>(text), params);
  return words.map((word, index) =>
    areMany(found[index] ?? 0n, rows, range, limit) ? (beginnings[index] ?? word) : word,
  );
}

function countWhere(conditions: readonly Condition[], params: Param[]): string {
  return `coalesce(sum(CASE WHEN ${conditionTexts(conditions, params).join(' AND ')} THEN 1 ELSE 0 END), 0)`;
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

/** Up to `limit` hits, and where they are ordered, those after `after`. */
type HitRange = Parameters<WordSearch['hits']>[2];

export function firstHits(limit: number): HitRange {
  return { after: undefined, isDescending: false, limit };
}

export function hitsText(
  db: Reader,
  { indexes }: Search,
  words: readonly string[],
  range: HitRange,
  params: Param[],
): string {
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
  const beginnings = words.map((word) =>
    word.length <= maxCheapLetters ? word : [...word].slice(0, maxCheapLetters).join(''),
  );
  return { words, beginnings, areCheap: beginnings.join() === words.join() };
}

/**
 * That a folded text, or one of other tables, has the terms, wherever they are. Folded texts have none of the characters
 * that LIKE interprets.
 */
export function termConditions({ indexes, terms }: Search, ownColumn = indexes[0].column): Condition[] {
  const [, ...others] = indexes;
  const texts = [
    `' ' || ${ownColumn} || ' ' LIKE ?`,
    ...others.map(
      ({ table, id, column }) =>
        `1 = (SELECT 1 FROM ${table} WHERE ${table}.${id} = id AND ' ' || ${column} || ' ' LIKE ?)`,
    ),
  ];
  return terms.map((term) => [
    `(${texts.join(' OR ')})`,
    ...indexes.map(({ onlyAfter = '' }) => `%${onlyAfter}% ${term}%`),
  ]);
}

export function conditionTexts(conditions: readonly (Condition | RowTest)[], params: Param[]): string[] {
  return conditions.map((condition) => {
    if (typeof condition === 'function') return condition((value) => `$${params.push(value)}`);
    const [text, ...values] = condition;
    let next = 0;
    return text.replaceAll('?', () => `$${params.push(values[next++] ?? null)}`);
  });
}

export function where(conditions: readonly (Condition | RowTest)[], params: Param[]): string {
  return whereAll(conditionTexts(conditions, params));
}

export function and(conditions: readonly (Condition | RowTest)[], params: Param[]): string {
  return conditionTexts(conditions, params)
    .map((text) => ` AND ${text}`)
    .join('');
}
