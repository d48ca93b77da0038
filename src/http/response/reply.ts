import { jsonType } from '../../api/define.ts';
import { entityTag } from '../../api/entity-tag.ts';
import { errors as errorTable, ServiceError } from '../../errors/service-error.ts';

/** A response before the headers that every response has. */
export interface Reply {
  status: number;
  /** May be shared by replies to the same kind of key that differ only in `perResponseHeaders` and body. */
  headers: Headers;
  /**
   * Set on `headers` just before the response is created. Replies that share `headers` must all set the same names: a
   * missing one would keep the value of the reply before.
   */
  perResponseHeaders?: Record<string, string>;
  /**
   * Bytes are a `Blob`, which every response with them shares: the runtime copies a `Uint8Array` for each response, and keeps
   * the copy until the client has read it. A stream is sent while it is produced.
   */
  body: string | Blob | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Headers of a response, with those that every response has whatever it is about. */
export function baseHeaders(own: Record<string, string> = {}): Headers {
  return new Headers({ 'X-Content-Type-Options': 'nosniff', ...own });
}

/**
 * Headers of a page outside of the API. A page of another origin that opens one gets no reference to its window. All of
 * them have the same policy: a tab that goes from a page with it to one without loses its name, by which the console
 * knows that somebody has signed in there.
 */
export function siteHeaders(own: Record<string, string>): Headers {
  return baseHeaders({ 'Cross-Origin-Opener-Policy': 'same-origin', ...own });
}

/** The headers of one reply, which it shares with no other. */
export function ownHeaders({ headers, perResponseHeaders = {} }: Reply): Headers {
  const own = new Headers(headers);
  for (const [name, value] of Object.entries(perResponseHeaders)) own.set(name, value);
  return own;
}

/** The headers of every resource in the response to a GET. RFC 7240 requires `Vary` even where nothing was preferred. */
export function entityHeaders({ isConfidential = false } = {}): Headers {
  const cacheControl = isConfidential ? 'no-store' : 'private, no-cache';
  return baseHeaders({ 'Content-Type': jsonType, 'Cache-Control': cacheControl, Vary: 'Prefer' });
}

/** A page: its ETag covers `Link`, which can change while the body does not. */
export function pageReply(headers: Headers, body: string, link: string): Reply {
  if (link !== '') headers.set('Link', link);
  headers.set('ETag', entityTag(body, link));
  return { status: 200, headers, body };
}

export function errorHeaders(): Headers {
  return baseHeaders({ 'Content-Type': jsonType, 'Cache-Control': 'no-store' });
}

/** The error as JSON. `common` are headers that it has beside its own. */
export function errorReply(error: ServiceError, common = errorHeaders()): Reply {
  const { code, message, status } = error;
  const headers = new Headers(common);
  const challenge = challengeOf(error);
  if (challenge !== undefined) headers.set('WWW-Authenticate', challenge);
  for (const name in error.headers) headers.set(name, error.headers[name] ?? '');
  return { status, headers, body: JSON.stringify({ code, message, status }) };
}

/** The value of `WWW-Authenticate` (RFC 6750, section 3) for a request without a token. */
export const bearerChallenge = 'Bearer realm="petstore"';

/** The same by what is wrong with the key; `undefined` for errors that are not about it. */
function challengeOf({ code, requiredScopes }: ServiceError): string | undefined {
  if (code === 'missing_api_key') return bearerChallenge;
  if (code === 'invalid_api_key') return `${bearerChallenge}, error="invalid_token"`;
  if (code !== 'insufficient_scope') return undefined;
  const scope = requiredScopes.length === 0 ? '' : `, scope="${requiredScopes.join(' ')}"`;
  return `${bearerChallenge}, error="insufficient_scope"${scope}`;
}

/** The error for a path that does not support a method. `allow` lists the methods it supports. */
export function methodNotAllowed(method: string, allow: string): ServiceError {
  const message = `Method ${method} is not allowed. Allowed: ${allow}.`;
  return new ServiceError('method_not_allowed', message, { headers: { Allow: allow } });
}

/** The media type of problem details (RFC 9457). */
export const problemType = 'application/problem+json';
/** The error as problem details (RFC 9457), with one entry per invalid field or parameter. */
export function problemReply(error: ServiceError, common: Headers, docsUrl: string): Reply {
  const { code, message, status, fieldErrors } = error;
  const reply = errorReply(error, common);
  reply.headers.set('Content-Type', problemType);
  reply.headers.append('Vary', 'Accept');
  const errors = fieldErrors.map(({ pointer, detail, reason, values }) => ({ pointer, detail, reason, values }));
  const problem = { type: `${docsUrl}#error-${code}`, title: errorTable[code].meaning, status, detail: message, code };
  return { ...reply, body: JSON.stringify(errors.length === 0 ? problem : { ...problem, errors }) };
}
