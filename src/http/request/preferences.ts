import type { RequestContext } from './context.ts';

// The preferences (RFC 7240) that the service applies.

const exactCount = preference('count', 'exact');
const facets = preference('count', 'facets');
const int64Strings = preference('int64', 'string');

/** What `Preference-Applied` says when 64-bit integers are strings. */
export const appliedInt64Strings = 'int64=string';

/** Whether a list shall have its number of entries, `X-Total-Count`. */
export function prefersCount({ prefer }: RequestContext): boolean {
  return prefer !== null && exactCount.test(prefer);
}

/** Whether a list shall have the counts of the values of its filters. */
export function prefersFacets({ prefer }: RequestContext): boolean {
  return prefer !== null && facets.test(prefer);
}

/** Whether bodies shall have 64-bit integers as strings, for clients whose numbers are doubles. */
export function prefersInt64Strings({ prefer }: RequestContext): boolean {
  return prefer !== null && int64Strings.test(prefer);
}

function preference(name: string, value: string): RegExp {
  return new RegExp(`(?:^|[,;\\s])${name}="?${value}"?(?:$|[,;\\s])`, 'i');
}
