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
