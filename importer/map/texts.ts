import { decodeHTML } from 'entities/decode';
import { withoutFormulaProtection } from '../export/formulas.ts';
import { isNothing } from '../words/words.ts';

/**
 * A text without the entities and tags of web pages, without what cannot be seen, and trimmed; empty if it says that there is
 * nothing to say. An exact text only loses what protects spreadsheets from formulas.
 */
export function cleanText(cell: string, isExact: boolean): string {
  const text = withoutFormulaProtection(cell);
  if (isExact) return text.trim() === '' ? '' : text;
  const plain = toPlain(text);
  return isNothing(plain) && !signs.test(plain) ? '' : plain;
}

/** Texts without letters and digits that are not nothing. */
const signs = /\p{Extended_Pictographic}/u;

/** Without entities and tags, and what cannot be seen, and trimmed. */
export function toPlain(text: string): string {
  if (!/[&<\p{Cc}\p{Cf}]/u.test(text)) return text.trim();
  const decoded = /&[a-z#]/i.test(text) ? decodeHTML(decodeHTML(text)) : text;
  return decoded
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])>|[\v\f\u0085\u2028\u2029]/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unseen, '')
    .replaceAll(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .trim();
}

/** Joiners between letters of some scripts and parts of pictures stay. */
const unseen = /[^\P{Cc}\n\t]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/gu;

/** The beginning of a text of at most so many characters (code points). */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = [...text];
  return characters.length <= maxLength
    ? text
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}
