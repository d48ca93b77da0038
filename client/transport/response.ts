import { isErrorBody, isProblem, PetstoreError, readValidationErrors, type ValidationError } from './errors.ts';
import { parseJson } from './json.ts';
import { readRetryAfterMs } from './retry.ts';
import type { Guard, Ids } from './shape.ts';

/** The status and headers of a response. */
export interface Answer {
  /** The HTTP status, such as 201. */
  status: number;
  /** The headers, such as `ETag` and `X-Request-Id`. */
  headers: Headers;
}

/** A response with its body as text; the text of a stream is empty. */
export interface ReceivedResponse {
  response: Response;
  text: string;
}

/** The request of a response. */
interface Sent {
  method?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Whether the service may have carried out an attempt that did not succeed. */
  hasUncertainAttempt?: boolean;
}

/** The last response to a request. */
export interface SentResponse extends ReceivedResponse, Sent {}

/** The body of a successful response. @throws PetstoreError for an error response, and for one of another service */
export function readResponse<Data>(sent: SentResponse, accepts: Guard<Data>, ids: Ids): Data {
  const { response, text } = sent;
  if (!response.ok) throw errorOf(sent);
  const { status, headers } = response;
  return readData({ ...sent, status, headers, hasUncertainAttempt: true }, text, accepts, ids);
}

/** A value out of a successful response. @throws PetstoreError when it has another shape than expected */
export function readData<Data>(answer: Answer & Sent, text: string, accepts: Guard<Data>, ids: Ids): Data {
  // With ids as strings, the numbers that are left are exact as doubles.
  const data = text === '' ? undefined : parseOrUndefined(text, ids === 'string' ? JSON.parse : parseJson);
  if (accepts(data, ids)) return data;
  throw unexpectedResponse(answer, `The answer (${answer.status}) has not the form that this service gives it.`);
}

/**
 * The body of a successful response that is a stream.
 * @throws PetstoreError for an error response, and for one of another media type
 */
export function readStreamResponse(sent: SentResponse, mediaType: string): ReadableStream<Uint8Array> {
  const { response } = sent;
  if (!response.ok) throw errorOf(sent);
  const { status, headers, body } = response;
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  if (body !== null && type.trim().toLowerCase() === mediaType) {
    if (typeof body?.getReader === 'function') return body;
    throw new TypeError('The fetch of this platform gives no stream, so events cannot be followed. Use events.list.');
  }
  body?.cancel?.().catch(() => {});
  throw unexpectedResponse(response, `The answer (${status}) is not ${mediaType}, which was asked for.`);
}

/** The error in a response body; `undefined` when the response is not from this service. */
export function parseErrorBody(
  text: string,
): { code: string; message: string; validationErrors: readonly ValidationError[] } | undefined {
  const body = parseOrUndefined(text);
  if (isProblem(body)) return { code: body.code, message: body.detail, validationErrors: readValidationErrors(body) };
  return isErrorBody(body) ? { ...body, validationErrors: [] } : undefined;
}

/** The error for a response that is not from this service. */
export function unexpectedResponse(answer: Answer & Sent, what: string): PetstoreError {
  return new PetstoreError(what, { ...detailsOf(answer), code: 'unexpected_response' });
}

function detailsOf({ status, headers, idempotencyKey, hasUncertainAttempt = false }: Answer & Sent) {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return { status, requestId, idempotencyKey, hasUncertainAttempt };
}

/** What can be assumed of a call without an answer of the service. */
export function describeEffect({ method, idempotencyKey }: Sent): string {
  if (method === 'GET') return 'The call only reads: nothing was changed by it.';
  if (idempotencyKey === undefined) return 'The call may have been carried out, and can be repeated.';
  return `The call may have been carried out; repeated with the idempotencyKey ${idempotencyKey} it is carried out once.`;
}

function errorOf(sent: SentResponse): PetstoreError {
  const { status, headers } = sent.response;
  const answer = { ...sent, status, headers };
  const body = parseErrorBody(sent.text);
  if (body !== undefined) {
    const retryAfterMs = headers.has('Retry-After') ? readRetryAfterMs(headers) : undefined;
    return new PetstoreError(body.message, { ...body, ...detailsOf(answer), retryAfterMs });
  }
  if (status >= 500) {
    const what = `Something in front of the service answered with ${status}, such as a proxy that cannot reach it.`;
    return unexpectedResponse(answer, `${what} ${describeEffect(sent)}`);
  }
  if (status < 400) {
    // A browser shows nothing of a redirect: its status is 0 there and the header is hidden.
    const target = headers.get('Location') ?? 'another address';
    return unexpectedResponse(answer, `The server redirects to ${target}. Use the address of the service itself.`);
  }
  return unexpectedResponse(answer, `The answer (${status}) is not one of this service. Is the address right?`);
}

function parseOrUndefined(text: string, parse: (text: string) => unknown = parseJson): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
