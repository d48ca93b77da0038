import { version } from '../version.gen.ts';
import { idempotencyKeyHeader, randomIdempotencyKey } from './idempotency-key.ts';
import { stringifyJson } from './json.ts';
import { type Answer, readResponse, readStreamResponse } from './response.ts';
import { type PreparedRequest, type RetryPolicy, type SendSettings, sendWithRetry } from './send-with-retry.ts';
import type { Guard, Ids } from './shape.ts';
import { type Upload, uploadSettings } from './upload.ts';

/** Options of every call. */
export interface CallOptions {
  /**
   * Cancels the call and its retries. A write may still have been carried out.
   * @example { signal: AbortSignal.timeout(5_000) }
   */
  signal?: AbortSignal | undefined;
  /**
   * Called with the status and headers of each successful response.
   * @example { onAnswer: ({ headers }) => console.log(headers.get('ETag')) }
   */
  onAnswer?: ((answer: Answer) => void) | undefined;
  /**
   * The timeout of one attempt in milliseconds, instead of the client's.
   * @example { timeoutMs: 2_000 }
   */
  timeoutMs?: number | undefined;
  /**
   * The number of retries after a transient error, instead of the client's `retries` or `retryForMs`. An event stream that
   * is followed is always continued.
   * @example { retries: 0 }
   */
  retries?: number | undefined;
  /**
   * More headers for the request. Those that the SDK itself sets, such as `Authorization`, stay as they are.
   * @example { headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } }
   */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of every call that creates something. */
export interface WriteOptions extends CallOptions {
  /**
   * The idempotency key: the server carries the call out once, however often it is sent with this key within 24 hours. 1
   * to 255 printable ASCII characters. By default each call gets a random key; pass your own when another run of the
   * program may repeat the call.
   * @example { idempotencyKey: `intake-${form.number}` }
   */
  idempotencyKey?: string | undefined;
}

/** Options of every call that changes one resource. */
export interface ChangeOptions extends CallOptions {
  /**
   * The ETag of the resource from an earlier response: the change is made only if the resource is still the same, and
   * fails with the code `precondition_failed` otherwise. After an attempt without a response, that code can also mean
   * that this attempt made the change.
   * @example { ifMatch: headers.get('ETag') ?? '*' }
   */
  ifMatch?: string | undefined;
}

type QueryValue = string | number | bigint | undefined;

/** Query parameters. An array is a repeated parameter; `undefined` is left out. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** What every call of the interface consists of. */
interface AnyCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the interface's address, beginning with a slash. */
  path: string;
  query?: Query;
  headers?: Readonly<Record<string, string>>;
  /** The value to send as JSON. */
  body?: unknown;
  /** The body to send instead, as it is. */
  upload?: Upload;
  options?: (WriteOptions & ChangeOptions) | undefined;
}

/** One call of the interface. */
export interface Call<Data> extends AnyCall {
  /** Whether the response body has the expected shape. */
  accepts: Guard<Data>;
}

/** A call whose response is a stream. */
export interface StreamCall extends AnyCall {
  method: 'GET';
  /** The media type of the response. */
  mediaType: string;
  /** Whether transient errors are retried without limit. */
  isEndless: boolean;
}

/** A response that is a stream. The caller must cancel the body to close the connection. */
export interface OpenResponse extends Answer {
  body: ReadableStream<Uint8Array>;
}

/** Sends the calls of the resources. */
export interface Transport {
  /** What 64-bit integers are in all results. */
  readonly ids: Ids;
  /**
   * Makes one call, with retries. `text` is the response body as it was received.
   * @throws PetstoreError for an error response, and for a response of another shape than expected
   * @throws NoAnswerError when there is no response
   */
  send<Data>(call: Call<Data>): Promise<Answer & { data: Data; text: string }>;
  /**
   * Makes a call, and returns the response as soon as it begins.
   * @throws PetstoreError and NoAnswerError as `send` does
   */
  open(call: StreamCall): Promise<OpenResponse>;
}

export interface TransportSettings extends SendSettings {
  interfaceUrl: string;
  apiKey: string;
  ids: Ids;
}

const userAgent = userAgentOn((globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent);

/** Problem details list each validation error separately. */
const accepted = 'application/json, application/problem+json';

export function createTransport(settings: TransportSettings): Transport {
  const { ids } = settings;
  return {
    ids,
    async send(call) {
      const retryPolicy = retryPolicyOf(settings, call);
      const sent = await sendWithRetry({ ...settings, retryPolicy }, prepare(settings, call));
      const data = readResponse(sent, call.accepts, ids);
      const { status, headers } = sent.response;
      call.options?.onAnswer?.({ status, headers });
      return { status, headers, data, text: sent.text };
    },
    async open(call) {
      const retryPolicy = call.isEndless ? ({ kind: 'endless' } as const) : retryPolicyOf(settings, call);
      const request = prepare(settings, { ...call, headers: { ...call.headers, Accept: call.mediaType } });
      const sent = await sendWithRetry({ ...settings, retryPolicy }, { ...request, isStream: true });
      const body = readStreamResponse(sent, call.mediaType);
      const { status, headers } = sent.response;
      call.options?.onAnswer?.({ status, headers });
      return { status, headers, body };
    },
  };
}

function retryPolicyOf({ retryPolicy }: TransportSettings, { options }: AnyCall): RetryPolicy {
  return options?.retries === undefined ? retryPolicy : { kind: 'attempts', retries: options.retries };
}

function prepare(settings: TransportSettings, call: AnyCall): PreparedRequest {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(call.query ?? {})) {
    for (const value of [values].flat()) if (value !== undefined) query.append(name, String(value));
  }
  const headers = new Headers(call.options?.headers);
  const own = { Accept: accepted, ...call.headers, Authorization: `Bearer ${settings.apiKey}` };
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  const idempotencyKey = call.method === 'POST' ? (call.options?.idempotencyKey ?? randomIdempotencyKey()) : undefined;
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKeyHeader(idempotencyKey));
  // Beside a preference of the call itself.
  if (settings.ids === 'string') headers.append('Prefer', 'int64=string');
  if (userAgent !== undefined && !headers.has('User-Agent')) headers.set('User-Agent', userAgent);
  if (call.options?.ifMatch !== undefined) headers.set('If-Match', call.options.ifMatch);
  const { upload } = call;
  if (upload !== undefined) headers.set('Content-Type', upload.mediaType);
  else if (call.body !== undefined) headers.set('Content-Type', 'application/json');
  const body = upload?.body ?? (call.body === undefined ? null : stringifyJson(call.body));
  const url = settings.interfaceUrl + call.path + (query.size === 0 ? '' : `?${query}`);
  // A redirect is not followed: it would turn a POST into a GET, or carry the key to another server.
  const init: RequestInit = { method: call.method, headers, body, redirect: 'manual' };
  const { signal, timeoutMs } = call.options ?? {};
  const request: PreparedRequest = { url, init, idempotencyKey, isStream: false, signal };
  if (upload !== undefined) Object.assign(request, uploadSettings(settings, upload));
  if (timeoutMs !== undefined) request.timeoutMs = timeoutMs;
  return request;
}

/**
 * Tells the operator of a service which versions of the SDK call it, and on what. `undefined` in browsers: they have a
 * `User-Agent` of their own, and some would ask the service in a preflight whether this one is allowed.
 */
export function userAgentOn(platform = ''): string | undefined {
  return platform.startsWith('Mozilla/') ? undefined : `petstore-client/${version} ${platform}`.trim();
}
