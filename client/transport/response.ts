import { isErrorBody, isProblem, PetstoreError, readValidationErrors, type ValidationError } from './errors.ts';
import { parseJson } from './json.ts';
import { parseRetryAfterMs } from './retry.ts';
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

/** The last response to a request. */
export interface SentResponse extends ReceivedResponse {
  /** Whether the service may have carried out an earlier attempt, which did not succeed. */
  hasUncertainAttempt: boolean;
}

/** The body of a successful response. @throws PetstoreError for an error response, and for one of another service */
export function readResponse<Data>(sent: SentResponse, accepts: Guard<Data>, ids: Ids): Data {
  const { response, text } = sent;
  if (!response.ok) throw errorOf(sent);
  return readData(response, text, accepts, ids);
}

/** A value out of a successful response. @throws PetstoreError when it has another shape than expected */
export function readData<Data>(answer: Answer, text: string, accepts: Guard<Data>, ids: Ids): Data {
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
  if (body !== null && type.trim().toLowerCase() === mediaType) return body;
  body?.cancel().catch(() => {});
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
export function unexpectedResponse(
  { status, headers }: Answer,
  what: string,
  hasUncertainAttempt = false,
): PetstoreError {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return new PetstoreError(what, { code: 'unexpected_response', status, requestId, hasUncertainAttempt });
}

function errorOf({ response, text, hasUncertainAttempt }: SentResponse): PetstoreError {
  const { status, headers } = response;
  const body = parseErrorBody(text);
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const retryAfter = headers.get('Retry-After');
  const retryAfterMs = retryAfter === null ? undefined : parseRetryAfterMs(retryAfter, Date.now());
  if (body !== undefined) {
    return new PetstoreError(body.message, { ...body, status, requestId, retryAfterMs, hasUncertainAttempt });
  }
  if (status < 400) {
    // A browser shows nothing of a redirect: its status is 0 there and the header is hidden.
    const target = headers.get('Location') ?? 'another address';
    const what = `The server redirects to ${target}. Use the address of the service itself.`;
    return unexpectedResponse(response, what, hasUncertainAttempt);
  }
  const what = `The answer (${status}) is not one of this service. Is the address right?`;
  return unexpectedResponse(response, what, hasUncertainAttempt);
}

function parseOrUndefined(text: string, parse: (text: string) => unknown = parseJson): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
