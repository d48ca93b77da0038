import type { Condition, Search } from './sorted.ts';
import { longStatement, type Param, type Reader, statement } from './statement.ts';

/** The newest rows, from which the frequency of words is estimated. */
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
  return (await hasFewHits(db, search, words, limit)) ? words : undefined;
}

async function hasFewHits(db: Reader, search: Search, words: readonly string[], limit: number): Promise<boolean> {
  const params: Param[] = [];
  const hits = hitsText(db, search, words, limit + 1, params);
  const [row] = await db.query(longStatement<readonly [bigint]>(`SELECT count(*) FROM (${hits}) AS found`), params);
  return (row?.[0] ?? 0n) <= BigInt(limit);
}

/** Whether many of the newest rows have the words. */
export async function isCommon(db: Reader, table: string, search: Search): Promise<boolean> {
  const { column } = search.index;
  const params: Param[] = [BigInt(sampleRows)];
  const sample = `SELECT ${column} FROM ${table} ORDER BY id DESC LIMIT $1`;
  const text = `SELECT count(*) FROM (${sample}) AS sample${where(termConditions(search), params)}`;
  const [row] = await db.query(statement<readonly [bigint]>(text), params);
  return (row?.[0] ?? 0n) >= BigInt(commonInSample);
}

/** A SELECT for the ids, as `hit`, of up to `limit` rows with words. */
export function hitsText(
  db: Reader,
  { index }: Search,
  words: readonly string[],
  limit: number,
  params: Param[],
): string {
  return db.words.hits(index, words, { after: undefined, isDescending: false, limit }, params);
}

export function wordsOf(terms: readonly string[]): string[] {
  return [...new Set(terms.flatMap((term) => term.split(' ')))];
}

export function beginningOf(word: string, letters: number): string {
  return word.length <= letters ? word : [...word].slice(0, letters).join('');
}

/** That a folded text has the terms, wherever they are. Folded texts have none of the characters that LIKE interprets. */
export function termConditions({ index, terms }: Search, column = index.column): Condition[] {
  return terms.map((term) => [`' ' || ${column} LIKE ?`, `% ${term}%`]);
}

/** Conditions as SQL, with numbered parameters. */
export function conditionTexts(conditions: readonly Condition[], params: Param[]): string[] {
  return conditions.map(([text, ...values]) => {
    let next = 0;
    return text.replaceAll('?', () => `$${params.push(values[next++] ?? null)}`);
  });
}

export function where(conditions: readonly Condition[], params: Param[]): string {
  const texts = conditionTexts(conditions, params);
  return texts.length === 0 ? '' : ` WHERE ${texts.join(' AND ')}`;
}

export function and(conditions: readonly Condition[], params: Param[]): string {
  return conditionTexts(conditions, params)
    .map((text) => ` AND ${text}`)
    .join('');
}
