import type { Condition, RowTest, Search } from './sorted-selection.ts';
import { longStatement, type Param, type Reader, statement, type WordSearch } from './statement.ts';

/** Rows from which the frequency of words is estimated. */
const sampleRows = 256;
/** Words that so many of them have are common: an index could have very many hits. */
const commonInSample = 4;

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
  const words = wordsOf(search.terms);
  const beginnings = words.map((word) => beginningOf(word, db.words.maxCheapLetters));
  const isCheap = beginnings.join() === words.join();
  if (!isCheap && (await hasFewHits(db, search, beginnings, limit))) return beginnings;
  if (!db.words.isOrdered || !isCheap) {
    // The index would read all hits.
    if (await isCommon(db, table, search)) return undefined;
  }
  const cut = await cutCommonWords(db, table, search);
  return (await hasFewHits(db, search, cut, limit)) ? cut : undefined;
}

async function hasFewHits(db: Reader, search: Search, words: readonly string[], limit: number): Promise<boolean> {
  const params: Param[] = [];
  const hits = hitsText(db, search, words, firstHits(limit + 1), params);
  const [row] = await db.query(longStatement<readonly [bigint]>(`SELECT count(*) FROM (${hits}) AS found`), params);
  return (row?.[0] ?? 0n) <= BigInt(limit);
}

/** Whether many of the newest rows have the words. */
export async function isCommon(db: Reader, table: string, search: Search): Promise<boolean> {
  const [{ column }] = search.indexes;
  const params: Param[] = [BigInt(sampleRows)];
  const sample = `SELECT id, ${column} FROM ${table} ORDER BY id DESC LIMIT $1`;
  const text = `SELECT count(*) FROM (${sample}) AS sample${where(termConditions(search), params)}`;
  const [row] = await db.query(statement<readonly [bigint]>(text), params);
  return (row?.[0] ?? 0n) >= BigInt(commonInSample);
}

/**
 * The words of a search, common ones as their first letters only: an index would read all hits of the whole word, also where
 * another word leaves few of them.
 */
export async function cutCommonWords(db: Reader, table: string, { indexes, terms }: Search): Promise<string[]> {
  const words = wordsOf(terms);
  const beginnings = words.map((word) => beginningOf(word, db.words.maxCheapLetters));
  if (beginnings.join() === words.join()) return words;
  const [{ column }] = indexes;
  const ids = await spreadIds(db, table);
  if (ids.length === 0) return words;
  const params: Param[] = [];
  const counts = conditionTexts(termConditions({ indexes, terms: words }), params).map(
    (condition) => `coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`,
  );
  const newest = `SELECT id, ${column} FROM ${table} ORDER BY id DESC LIMIT $${params.push(BigInt(sampleRows))}`;
  const spread = ids.map((id) => `$${params.push(id)}`).join(', ');
  const text =
    `SELECT ${counts.join(', ')} FROM (SELECT * FROM (${newest}) AS newest ` +
    `UNION ALL SELECT id, ${column} FROM ${table} WHERE id IN (${spread})) AS sample`;
  const [found = []] = await db.query(statement<readonly bigint[]>(text), params);
  return words.map((word, index) =>
    (found[index] ?? 0n) < BigInt(commonInSample) ? word : (beginnings[index] ?? word),
  );
}

/** Ids from all over a table, some of which may have no row. */
async function spreadIds(db: Reader, table: string): Promise<bigint[]> {
  const bounds = statement<readonly [first: bigint | null, last: bigint | null]>(
    `SELECT (SELECT min(id) FROM ${table}), (SELECT max(id) FROM ${table})`,
  );
  const [[first, last] = [null, null]] = await db.query(bounds, []);
  if (first === null || last === null) return [];
  return Array.from(
    { length: sampleRows },
    (_, index) => first + ((last - first) * BigInt(index)) / BigInt(sampleRows),
  );
}

/** Up to `limit` hits, and where they are ordered, those after `after`. */
type HitRange = Parameters<WordSearch['hits']>[2];

/** The first hits. */
export function firstHits(limit: number): HitRange {
  return { after: undefined, isDescending: false, limit };
}

/** A SELECT for the ids, as `hit`, of rows with words. */
export function hitsText(
  db: Reader,
  { indexes }: Search,
  words: readonly string[],
  range: HitRange,
  params: Param[],
): string {
  const texts = indexes.map((index) => db.words.hits(index, words, range, params));
  if (texts.length === 1) return texts.join('');
  const all = texts.map((text, place) => `SELECT hit FROM (${text}) AS hits_${place}`).join(' UNION ');
  return `${all} ORDER BY hit${range.isDescending ? ' DESC' : ''} LIMIT $${params.push(BigInt(range.limit))}`;
}

export function wordsOf(terms: readonly string[]): string[] {
  return [...new Set(terms.flatMap((term) => term.split(' ')))];
}

export function beginningOf(word: string, letters: number): string {
  return word.length <= letters ? word : [...word].slice(0, letters).join('');
}

/**
 * That a folded text, or one of other tables, has the terms, wherever they are. Folded texts have none of the characters
 * that LIKE interprets.
 */
export function termConditions({ indexes, terms }: Search, ownColumn = indexes[0].column): Condition[] {
  const [, ...others] = indexes;
  const texts = [
    `' ' || ${ownColumn} LIKE ?`,
    ...others.map(
      ({ table, id, column }) => `1 = (SELECT 1 FROM ${table} WHERE ${table}.${id} = id AND ' ' || ${column} LIKE ?)`,
    ),
  ];
  return terms.map((term) => [`(${texts.join(' OR ')})`, ...texts.map(() => `% ${term}%`)]);
}

/** Conditions as SQL, with numbered parameters. */
export function conditionTexts(conditions: readonly (Condition | RowTest)[], params: Param[]): string[] {
  return conditions.map((condition) => {
    if (typeof condition === 'function') return condition((value) => `$${params.push(value)}`);
    const [text, ...values] = condition;
    let next = 0;
    return text.replaceAll('?', () => `$${params.push(values[next++] ?? null)}`);
  });
}

export function where(conditions: readonly (Condition | RowTest)[], params: Param[]): string {
  const texts = conditionTexts(conditions, params);
  return texts.length === 0 ? '' : ` WHERE ${texts.join(' AND ')}`;
}

export function and(conditions: readonly (Condition | RowTest)[], params: Param[]): string {
  return conditionTexts(conditions, params)
    .map((text) => ` AND ${text}`)
    .join('');
}
