// What is written from right to left, and what changes the direction of text.
const turning =
  /[\p{Bidi_Control}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * A text that somebody has typed, for where only plain text can stand: one that is written from right to left is kept
 * apart from what stands beside it (UAX #9, section 2.4.2).
 */
export function isolated(text: string): string {
  return turning.test(text) ? `${firstStrongIsolate}${text}${popDirectionalIsolate}` : text;
}
