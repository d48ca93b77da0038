import type { RequestContext } from './context.ts';

// The preferences (RFC 7240) that the service applies.

/** What `Preference-Applied` says when 64-bit integers are strings. */
export const appliedInt64Strings = 'int64=string';

/** What a list shall have counted: `exact` for its number of entries, `facets` for the values of its filters. */
export function preferredCount(context: RequestContext): string | undefined {
  return preferenceOf(context, 'count');
}

/** Whether bodies shall have 64-bit integers as strings, for clients whose numbers are doubles. */
export function prefersInt64Strings(context: RequestContext): boolean {
  return preferenceOf(context, 'int64') === 'string';
}

/** The elements of a list, whose commas do not count within quoted strings. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
/** A name and a value, which is a token or a quoted string. What follows are parameters, which are not used. */
const preference = /^\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*(?:;|$)/;

/** The value of a preference. Only its first instance counts (RFC 7240, section 2). */
function preferenceOf({ prefer }: RequestContext, name: string): string | undefined {
  if (prefer === null) return undefined;
  for (const element of prefer.match(elements) ?? []) {
    const [, found, quoted, token] = preference.exec(element) ?? [];
    if (found?.toLowerCase() === name) return quoted ?? token;
  }
  return undefined;
}
