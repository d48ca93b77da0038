import type { ServiceError } from '../errors.ts';

/** What a request is answered with, before the headers that every response carries. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | null;
}

const jsonType = 'application/json';

/** An entity for a GET: with a strong ETag (RFC 9110, section 8.8.3) over its bytes and its Link. */
export function entity(body: string, headers: Headers, link = headers.get('Link') ?? ''): Answer {
  headers.set('Content-Type', jsonType);
  headers.set('Cache-Control', 'private, no-cache');
  headers.set('ETag', `"${Bun.hash(`${link}\n${body}`).toString(36)}"`);
  return { status: 200, headers, body };
}

export function errorAnswer(error: ServiceError): Answer {
  const { code, message, status } = error;
  const headers = new Headers({ 'Content-Type': jsonType, 'Cache-Control': 'no-store', ...error.headers });
  return { status, headers, body: JSON.stringify({ code, message, status }) };
}

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) names this entity, so that the client has its bytes already. */
export function isNotModified(ifNoneMatch: string, etag: string | null): boolean {
  if (etag === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
