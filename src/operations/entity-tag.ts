import { ServiceError } from '../model/errors.ts';

/**
 * A strong ETag (RFC 9110, section 8.8.3) over the bytes of an entity, and over its Link where that can differ while the
 * bytes are the same.
 */
export function entityTag(body: string, link = ''): string {
  return `"${Bun.hash(`${link}\n${body}`).toString(36)}"`;
}

/** The tags of `If-Match` or `If-None-Match` (RFC 9110, section 13.1). What is no tag is kept as it stands, and matches nothing. */
export function readTags(header: string | null): readonly string[] | undefined {
  return header?.split(',').map((tag) => tag.trim());
}

/** The preconditions of a change, each as the tags that its header has. */
export interface Preconditions {
  ifMatch?: readonly string[] | undefined;
  ifNoneMatch?: readonly string[] | undefined;
}

/**
 * Lets a change through of what is there as these bytes, or is not there at all. The tag of a list of nothing else
 * stands for it as well.
 * @throws ServiceError `precondition_failed`
 */
export function requirePreconditions({ ifMatch, ifNoneMatch }: Preconditions, body: string | undefined): void {
  if (ifMatch === undefined && ifNoneMatch === undefined) return;
  const tags = body === undefined ? [] : ['*', entityTag(body), entityTag(`[${body}]`)];
  if (ifMatch !== undefined && !tags.some((tag) => ifMatch.includes(tag))) throw hasChanged();
  // Compared weakly, as the RFC has it for this header alone.
  if (ifNoneMatch?.some((tag) => tags.includes(tag.replace(/^W\//, '')))) throw exists();
}

function hasChanged(): ServiceError {
  return new ServiceError(
    'precondition_failed',
    'It is not any more what the tag in If-Match names. Nothing was changed; read it again.',
  );
}

/** The error for a write that is only wanted if something is not there, or not as a tag names it. */
export function exists(): ServiceError {
  return new ServiceError('precondition_failed', 'What If-None-Match excludes is there. Nothing was changed.');
}
