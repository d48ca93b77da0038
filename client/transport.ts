import { type Answer, parseErrorBody, readAnswer } from './answer.ts';
import { NoAnswerError } from './errors.ts';
import { idempotencyKeyHeader, randomIdempotencyKey } from './idempotency-key.ts';
import { stringifyJson } from './json.ts';
import { isPassing, longestRetryAfterMs, parseRetryAfterMs, retryDelayMs, wait } from './retry.ts';
import type { Guard } from './shape.ts';

/** The part of the standard `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

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

/** One call of the interface. */
export interface Call<Data> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the interface's address, beginning with a slash. */
  path: string;
  query?: readonly (readonly [name: string, value: string | undefined])[];
  headers?: Readonly<Record<string, string>>;
  ifMatch?: string | undefined;
  /** The value to send as JSON. */
  body?: unknown;
  /** Tells whether the body of the answer is what is expected. */
  accepts: Guard<Data>;
  options?: WriteOptions | undefined;
}

/** What a resource uses to make its calls. */
export interface Transport {
  /**
   * Makes one call, with as many attempts as it needs and may have.
   * @throws PetstoreError when the server refuses, or answers with something else than what is expected
   * @throws NoAnswerError when no answer comes
   */
  send<Data>(call: Call<Data>): Promise<Answer & { data: Data }>;
}

export interface TransportSettings {
  interfaceUrl: string;
  apiKey: string;
  fetch: Fetch;
  timeoutMs: number;
  retries: number;
  /** In place of `retries`. */
  retryForMs: number | undefined;
}

/** A request that is ready to be sent any number of times. */
interface PreparedRequest {
  url: string;
  init: RequestInit;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
}

type Attempt = { kind: 'answer'; response: Response; text: string } | { kind: 'no-answer'; cause: unknown };

export function createTransport(settings: TransportSettings): Transport {
  return {
    async send(call) {
      const request = prepare(settings, call);
      const { response, text } = await exchange(settings, request);
      const data = readAnswer(response, text, call.accepts);
      const { status, headers } = response;
      call.options?.onAnswer?.({ status, headers });
      return { status, headers, data };
    },
  };
}

function prepare(settings: TransportSettings, call: Call<unknown>): PreparedRequest {
  const query = new URLSearchParams();
  for (const [name, value] of call.query ?? []) if (value !== undefined) query.append(name, value);
  const headers: Record<string, string> = { ...call.headers, Authorization: `Bearer ${settings.apiKey}` };
  const idempotencyKey = call.method === 'POST' ? (call.options?.idempotencyKey ?? randomIdempotencyKey()) : undefined;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKeyHeader(idempotencyKey);
  if (call.ifMatch !== undefined) headers['If-Match'] = call.ifMatch;
  if (call.body !== undefined) headers['Content-Type'] = 'application/json';
  const body = call.body === undefined ? null : stringifyJson(call.body);
  const url = settings.interfaceUrl + call.path + (query.size === 0 ? '' : `?${query}`);
  // A redirect is not followed: it would turn a POST into a GET, or carry the key to another server.
  const init: RequestInit = { method: call.method, headers, body, redirect: 'manual' };
  return { url, init, idempotencyKey, signal: call.options?.signal };
}

/** Sends until an answer comes that is not a failure of the moment, or the attempts or their time are used up. */
async function exchange(settings: TransportSettings, request: PreparedRequest) {
  const { retries, retryForMs } = settings;
  let failingSinceMs: number | undefined;
  let askedPausesMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptOnce(settings, request);
    const pauseMs = result.kind === 'answer' ? passingPauseMs(result.response, result.text) : 0;
    failingSinceMs ??= performance.now();
    const failingForMs = performance.now() - failingSinceMs - askedPausesMs;
    const mayRepeat = retryForMs === undefined ? attempt < retries : failingForMs < retryForMs;
    if (mayRepeat && pauseMs !== undefined && pauseMs <= longestRetryAfterMs) {
      askedPausesMs += pauseMs;
      await wait(retryDelayMs(attempt, pauseMs, Math.random()), request.signal);
    } else if (result.kind === 'answer') return result;
    else throw noAnswer(request, attempt + 1, result.cause);
  }
}

/** The time limit covers the body too: a server can stop in the midst of it. */
async function attemptOnce({ fetch, timeoutMs }: TransportSettings, request: PreparedRequest): Promise<Attempt> {
  const { url, init, signal } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { kind: 'answer', response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'no-answer', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The pause that a failure of the moment asks for; `undefined` for every other answer. */
function passingPauseMs({ ok, status, headers }: Response, text: string): number | undefined {
  if (ok) return undefined;
  const body = parseErrorBody(text);
  if (!isPassing(status, body?.code ?? '')) return undefined;
  return parseRetryAfterMs(headers.get('Retry-After'), Date.now());
}

function noAnswer({ url, init, idempotencyKey }: PreparedRequest, attempts: number, cause: unknown): NoAnswerError {
  const assume = whatToAssume(init.method, idempotencyKey);
  const { origin, pathname } = new URL(url);
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const what = `No answer to ${init.method} ${origin}${pathname} after ${times} (${rootMessage(cause)}).`;
  return new NoAnswerError(`${what} ${assume}`, { cause, idempotencyKey });
}

function whatToAssume(method: string | undefined, idempotencyKey: string | undefined): string {
  if (method === 'GET') return 'The call only reads: nothing was changed by it.';
  if (idempotencyKey === undefined) return 'The call may have been carried out, and can be repeated.';
  return `The call may have been carried out; repeated with the idempotencyKey ${idempotencyKey} it is carried out once.`;
}

/** The message of the innermost cause: on Node the outer one says no more than that the fetch has failed. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}
