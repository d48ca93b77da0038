/**
 * A strong ETag (RFC 9110, section 8.8.3) over the bytes of an entity, and over its Link where that can differ while the
 * bytes are the same.
 */
export function entityTag(body: string, link = ''): string {
  return `"${Bun.hash(`${link}\n${body}`).toString(36)}"`;
}

/** The tags of `If-Match` (RFC 9110, section 13.1.1). What is no strong tag is kept as it stands, and matches nothing. */
export function readIfMatch(header: string | null): readonly string[] | undefined {
  return header?.split(',').map((tag) => tag.trim());
}

/**
 * Whether `If-Match` lets a change through of what is there as these bytes, or is not there at all. The tag of a list of
 * nothing else stands for it as well.
 */
export function isMatch(ifMatch: readonly string[], body: string | undefined): boolean {
  if (body === undefined) return false;
  return ['*', entityTag(body), entityTag(`[${body}]`)].some((tag) => ifMatch.includes(tag));
}
