const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes control characters, which a terminal acts on, and invisible characters, as in `\u{1b}`. */
export function escapeInvisible(text: string): string {
  return text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same in JSON, as RFC 8259 has it: `\u009b`. Line ends and tabs stay: they stand between values alone. */
export function escapeInvisibleJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(invisible, (text) => (/[\t\n\r]/.test(text) ? text : text.split('').map(escaped).join('')));
}

const names: Readonly<Record<string, string>> = {
  '\0': 'null',
  '\t': 'tab',
  '\n': 'line feed',
  '\v': 'vertical tab',
  '\f': 'form feed',
  '\r': 'carriage return',
  '\u001b': 'escape',
  ' ': 'blank',
  '\u00a0': 'no-break space',
};

/** A character for an error: `U+000B (vertical tab)`, or how it looks. */
export function nameCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[character] ?? (/[\p{C}\p{Z}\p{M}]/u.test(character) ? undefined : character);
  return name === undefined ? code : `${code} (${name})`;
}

/** A text of at most so many UTF-16 units, with an ellipsis where it was longer. */
export function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

const maxListed = 5;

/** The first of many, for a message of one line. */
export function listSome(items: readonly (bigint | string)[]): string {
  const listed = items.slice(0, maxListed).join(', ');
  return items.length > maxListed ? `${listed}, …` : listed;
}

// What people paste into fields, as it is meant. It looks the same afterwards.

const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const lineBreak = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;
/** Blanks as browsers show them, with the empty Braille pattern. */
const blank = /[\s\u0085\u2800]/g;

/** Line breaks of word processors as line feeds, and tabs as blanks. CR with LF stays. */
export function withPlainLines(text: string): string {
  return text.replaceAll(lineBreak, '\n').replaceAll('\t', ' ');
}

/** Without marks for the direction of writing, and other characters that are not seen. */
export function cleanEmail(text: string): string {
  return text.replaceAll(ignorable, '').trim();
}

/** The same, with plain blanks and dashes. */
export function cleanPhone(text: string): string {
  return cleanEmail(text)
    .replaceAll(blank, ' ')
    .replaceAll(/\p{Pd}|\u2212/gu, '-');
}
