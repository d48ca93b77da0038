import { texts } from '../texts/texts.ts';

// Every block of scripts that are written from right to left, and what changes the direction of text.
const turning = /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/** A name as somebody has typed it. One that is written from right to left does not turn round what stands beside it. */
export function Name({ children }: { children: string }) {
  return <bdi className="name">{children}</bdi>;
}

/** The same where only plain text can stand (UAX #9, section 2.4.2). */
export function isolated(name: string): string {
  return turning.test(name) ? `${firstStrongIsolate}${name}${popDirectionalIsolate}` : name;
}

/** What a key is called. The one that the operator has set is named after the setting. */
export function keyText(name: string): string {
  return name === 'PETSTORE_API_KEY' ? texts.shell.administrator : name;
}
