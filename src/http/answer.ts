import type { ServiceError } from '../errors.ts';

/** What a request is answered with, before the headers that every response carries. */
export interface Answer {
  status: number;
  /** May be shared by many answers that differ only in their `ownHeaders` and their body. */
  headers: Headers;
  /** Set on `headers` just before the response is made; the same names in all answers that share them. */
  ownHeaders?: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | StreamBody | null;
}

/** A body that is sent as it is made, so that nobody knows its length. */
export type StreamBody = ReadableStream<Uint8Array<ArrayBuffer>> & { readonly length?: undefined };

const jsonType = 'application/json';

/** The headers that every entity has which answers a GET. */
export function entityHeaders(): Headers {
  return new Headers({ 'Content-Type': jsonType, 'Cache-Control': 'private, no-cache' });
}

/** The headers that every error has. */
export function errorHeaders(): Headers {
  return new Headers({ 'Content-Type': jsonType, 'Cache-Control': 'no-store' });
}

/** `common` are the headers that it has in any case. */
export function errorAnswer(error: ServiceError, common = errorHeaders()): Answer {
  const { code, message, status } = error;
  const headers = new Headers(common);
  for (const name in error.headers) headers.set(name, error.headers[name] ?? '');
  return { status, headers, body: JSON.stringify({ code, message, status }) };
}

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) names this entity, so that the client has its bytes already. */
export function isNotModified(ifNoneMatch: string, etag: string | null): boolean {
  if (etag === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
