import { idempotencyKeyHeader, randomIdempotencyKey } from './idempotency-key.ts';
import { stringifyJson } from './json.ts';
import { type Answer, readResponse, readStreamResponse } from './response.ts';
import { type PreparedRequest, type SendSettings, sendWithRetry } from './send-with-retry.ts';
import type { Guard } from './shape.ts';

/** Options of every call. */
export interface CallOptions {
  /**
   * Gives the call up, with all its attempts. A write may have been carried out nevertheless.
   * @example { signal: AbortSignal.timeout(5_000) }
   */
  signal?: AbortSignal | undefined;
  /**
   * Called with the status and headers of each successful answer.
   * @example { onAnswer: ({ headers }) => console.log(headers.get('ETag')) }
   */
  onAnswer?: ((answer: Answer) => void) | undefined;
}

/** Options of every call that adds something. */
export interface WriteOptions extends CallOptions {
  /**
   * Names this call, so that the server carries it out once however often it is sent within 24 hours: 1 to 255
   * printable ASCII characters. Each call has a random one by itself; give your own where the call may be repeated
   * later, by another run of the program.
   * @example { idempotencyKey: `intake-${form.number}` }
   */
  idempotencyKey?: string | undefined;
}

/** Options of every call that changes one thing. */
export interface ChangeOptions extends CallOptions {
  /**
   * The ETag of what is to be changed, as an earlier answer had it: the change is then made only if nobody else has
   * changed it since, and is otherwise refused with the code `precondition_failed`. When an attempt was left without an
   * answer, that code can also mean that this attempt has made the change.
   * @example { ifMatch: headers.get('ETag') ?? '*' }
   */
  ifMatch?: string | undefined;
}

/** What every call of the interface consists of. */
interface AnyCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the interface's address, beginning with a slash. */
  path: string;
  query?: readonly (readonly [name: string, value: string | undefined])[];
  headers?: Readonly<Record<string, string>>;
  ifMatch?: string | undefined;
  /** The value to send as JSON. */
  body?: unknown;
  options?: WriteOptions | undefined;
}

/** One call of the interface. */
export interface Call<Data> extends AnyCall {
  /** Tells whether the body of the answer is what is expected. */
  accepts: Guard<Data>;
}

/** A call that is answered with what goes on and on. */
export interface StreamCall extends AnyCall {
  method: 'GET';
  /** The media type of the answer. */
  mediaType: string;
  /** Whether it is to be tried again for ever while the failure is one of the moment. */
  isEndless: boolean;
}

/** An answer that goes on and on. Whoever has got it cancels its body in the end, which closes the connection. */
export interface OpenResponse extends Answer {
  body: ReadableStream<Uint8Array>;
}

/** What a resource uses to make its calls. */
export interface Transport {
  /**
   * Makes one call, with as many attempts as it needs and may have.
   * @throws PetstoreError when the server refuses, or answers with something else than what is expected
   * @throws NoAnswerError when no answer comes
   */
  send<Data>(call: Call<Data>): Promise<Answer & { data: Data }>;
  /**
   * Makes a call, and gives the answer as soon as it begins.
   * @throws PetstoreError and NoAnswerError as `send` does
   */
  open(call: StreamCall): Promise<OpenResponse>;
}

export interface TransportSettings extends SendSettings {
  interfaceUrl: string;
  apiKey: string;
}

/** Errors come as problem details, which name each fault by itself. */
const accepted = 'application/json, application/problem+json';

export function createTransport(settings: TransportSettings): Transport {
  return {
    async send(call) {
      const { response, text } = await sendWithRetry(settings, prepare(settings, call));
      const data = readResponse(response, text, call.accepts);
      const { status, headers } = response;
      call.options?.onAnswer?.({ status, headers });
      return { status, headers, data };
    },
    async open(call) {
      const patience = call.isEndless ? ({ kind: 'endless' } as const) : settings.retryPolicy;
      const request = prepare(settings, { ...call, headers: { ...call.headers, Accept: call.mediaType } });
      const { response, text } = await sendWithRetry(
        { ...settings, retryPolicy: patience },
        { ...request, isStream: true },
      );
      const body = readStreamResponse(response, text, call.mediaType);
      const { status, headers } = response;
      call.options?.onAnswer?.({ status, headers });
      return { status, headers, body };
    },
  };
}

function prepare(settings: TransportSettings, call: AnyCall): PreparedRequest {
  const query = new URLSearchParams();
  for (const [name, value] of call.query ?? []) if (value !== undefined) query.append(name, value);
  const headers: Record<string, string> = {
    Accept: accepted,
    ...call.headers,
    Authorization: `Bearer ${settings.apiKey}`,
  };
  const idempotencyKey = call.method === 'POST' ? (call.options?.idempotencyKey ?? randomIdempotencyKey()) : undefined;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKeyHeader(idempotencyKey);
  if (call.ifMatch !== undefined) headers['If-Match'] = call.ifMatch;
  if (call.body !== undefined) headers['Content-Type'] = 'application/json';
  const body = call.body === undefined ? null : stringifyJson(call.body);
  const url = settings.interfaceUrl + call.path + (query.size === 0 ? '' : `?${query}`);
  // A redirect is not followed: it would turn a POST into a GET, or carry the key to another server.
  const init: RequestInit = { method: call.method, headers, body, redirect: 'manual' };
  return { url, init, idempotencyKey, isStream: false, signal: call.options?.signal };
}
