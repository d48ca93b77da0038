import { maxInt64 } from '../../../contract/int64.ts';
import { numbersOf } from '../../../contract/phone.ts';
import { foldSpellings, foldText, matchesTerms } from '../../lib/fold-text.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { nextTurn } from '../../lib/next-tick.ts';
import type { Queryable, Statement } from '../../store/statement.ts';
import type { ContactRow } from './model.ts';

export const mostFound = 20;
export const aboutSearch =
  'It is a POST so that the text is in no address, and changes nothing. Each call reads a bounded number of entries, and can find ' +
  'nothing although others follow: go on with `next`.';
/** Rows that are read for one request, which takes some milliseconds, and those that are read at once. */
const maxRead = 4_000;
const stepRows = 500;

export interface ContactSearch {
  text: string;
  before?: bigint;
}

export interface Found<Item> {
  items: Item[];
  /** Before which id the search goes on, if not all was read. */
  next?: bigint;
}

/** Finds people by reading what is stored of them, the newest first. `load` gets what of them is still there. */
export async function findPeople<Item>(
  db: Queryable,
  { text, before = maxInt64 }: ContactSearch,
  rowsBefore: Statement<ContactRow>,
  load: (id: bigint) => MaybePromise<Item | undefined>,
): Promise<Found<Item>> {
  const isWanted = testOf(text);
  const items: Item[] = [];
  let position = before;
  for (let count = 0; count < maxRead; count += stepRows) {
    if (count > 0) await nextTurn();
    const rows: ContactRow[] = await db.query(rowsBefore, [position, BigInt(stepRows)]);
    for (const row of rows) {
      position = row[0];
      if (!isWanted(row)) continue;
      const item = await load(row[0]);
      if (item !== undefined) items.push(item);
      if (items.length === mostFound) return { items, next: position };
    }
    if (rows.length < stepRows) return { items };
  }
  return { items, next: position };
}

/**
 * Digits alone are found anywhere in telephone numbers, without the zeros that they begin with: either of both may have its
 * country. Otherwise words of name and e-mail address begin with each of the words. A text without any finds nobody.
 */
function testOf(text: string): (row: ContactRow) => boolean {
  const terms = foldSpellings(text);
  if (terms.length === 0) return () => false;
  const digits = withoutZeros(numbersOf(text).join(''));
  if (!/\p{L}/u.test(text) && digits !== '') {
    return ([, , , phone]) => numbersOf(phone ?? '').some((number) => isMeant(withoutZeros(number), digits));
  }
  return ([, name, email]) => matchesTerms(foldText(`${name} ${email ?? ''}`), terms);
}

const withoutZeros = (number: string) => number.replace(/^\+?0*/, '');
/** Digits that no two people of a shelter share. */
const fewestOfNumber = 7;

function isMeant(number: string, digits: string): boolean {
  return number.includes(digits) || (number.length >= fewestOfNumber && digits.endsWith(number));
}
