import { errorMeanings, type ServiceError } from '../../model/errors.ts';

/** What a request is answered with, before the headers that every response carries. */
export interface Reply {
  status: number;
  /** May be shared by many answers that differ only in their `perResponseHeaders` and their body. */
  headers: Headers;
  /** Set on `headers` just before the response is made; the same names in all answers that share them. */
  perResponseHeaders?: Record<string, string>;
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
export function errorReply(error: ServiceError, common = errorHeaders()): Reply {
  const { code, message, status } = error;
  const headers = new Headers(common);
  for (const name in error.headers) headers.set(name, error.headers[name] ?? '');
  return { status, headers, body: JSON.stringify({ code, message, status }) };
}

/** The media type of problem details (RFC 9457). */
const problemType = 'application/problem+json';
const asksForProblem = /(?:^|,)\s*application\/problem\+json\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** Whether `Accept` names problem details. */
export function prefersProblem(accept: string | null): boolean {
  return accept !== null && asksForProblem.test(accept);
}

/** The same error as problem details (RFC 9457), with one entry for each thing that is wrong with the request. */
export function problemReply(error: ServiceError, common: Headers, docsUrl: string): Reply {
  const { code, message, status, fieldErrors } = error;
  const answer = errorReply(error, common);
  answer.headers.set('Content-Type', problemType);
  answer.headers.append('Vary', 'Accept');
  const errors = fieldErrors.map(({ pointer, detail }) => ({ pointer, detail }));
  const problem = { type: `${docsUrl}#error-${code}`, title: errorMeanings[code], status, detail: message, code };
  return { ...answer, body: JSON.stringify(errors.length === 0 ? problem : { ...problem, errors }) };
}

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) names this entity, so that the client has its bytes already. */
export function isNotModified(ifNoneMatch: string, etag: string | null): boolean {
  if (etag === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
