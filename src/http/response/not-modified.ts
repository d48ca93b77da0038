import { isSameTag } from '../../api/entity-tag.ts';

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) lists this ETag, so that the client already has the body. */
export function isNotModified(ifNoneMatch: string, etag: string | null, vary?: string | null): boolean {
  if (etag === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((listed) => isSameTag(listed, etag, vary));
}
