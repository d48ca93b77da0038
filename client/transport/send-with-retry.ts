import { NoAnswerError } from './errors.ts';
import { parseErrorBody } from './response.ts';
import { isTransientStatus, longestRetryAfterMs, parseRetryAfterMs, retryDelayMs, wait } from './retry.ts';

/** The part of the standard `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long failures of the moment are met with further attempts. */
export type RetryPolicy =
  | { kind: 'attempts'; retries: number }
  /** Counted from the first failure on; pauses that the server asks for come on top. */
  | { kind: 'time'; retryForMs: number }
  | { kind: 'endless' };

export interface SendSettings {
  fetch: Fetch;
  /** Of one attempt. */
  timeoutMs: number;
  retryPolicy: RetryPolicy;
}

/** A request that is ready to be sent any number of times. */
export interface PreparedRequest {
  url: string;
  init: RequestInit;
  idempotencyKey: string | undefined;
  /** Whether a successful answer goes on and on, so that its body is left to be read. */
  isStream: boolean;
  signal: AbortSignal | undefined;
}

/** An answer with its body as text, which is empty where the body is left to be read. */
export interface SentResponse {
  response: Response;
  text: string;
}

type Attempt = ({ kind: 'answer' } & SentResponse) | { kind: 'no-answer'; cause: unknown };

/**
 * Sends until an answer comes that is not a failure of the moment, or patience is at its end.
 * @throws NoAnswerError when the last attempt had no answer
 */
export async function sendWithRetry(settings: SendSettings, request: PreparedRequest): Promise<SentResponse> {
  const { retryPolicy: patience } = settings;
  let failingSinceMs: number | undefined;
  let askedPausesMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const result = await attemptOnce(settings, request);
    const askedPauseMs = result.kind === 'answer' ? transientDelayMs(result.response, result.text) : 0;
    const pauseMs = patience.kind === 'endless' ? cap(askedPauseMs) : askedPauseMs;
    failingSinceMs ??= performance.now();
    const failingForMs = performance.now() - failingSinceMs - askedPausesMs;
    if (mayRepeat(patience, attempt, failingForMs) && pauseMs !== undefined && pauseMs <= longestRetryAfterMs) {
      askedPausesMs += pauseMs;
      await wait(retryDelayMs(attempt, pauseMs, Math.random()), request.signal);
    } else if (result.kind === 'answer') return result;
    else throw noAnswer(request, attempt + 1, result.cause);
  }
}

function mayRepeat(patience: RetryPolicy, attempt: number, failingForMs: number): boolean {
  switch (patience.kind) {
    case 'attempts':
      return attempt < patience.retries;
    case 'time':
      return failingForMs < patience.retryForMs;
    case 'endless':
      return true;
  }
}

function cap(pauseMs: number | undefined): number | undefined {
  return pauseMs === undefined ? undefined : Math.min(pauseMs, longestRetryAfterMs);
}

/** The time limit covers the body too, unless it is left to be read: a server can stop in the midst of it. */
async function attemptOnce({ fetch, timeoutMs }: SendSettings, request: PreparedRequest): Promise<Attempt> {
  const { url, init, isStream, signal } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { kind: 'answer', response, text: isStream && response.ok ? '' : await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'no-answer', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The pause that a failure of the moment asks for; `undefined` for every other answer. */
function transientDelayMs({ ok, status, headers }: Response, text: string): number | undefined {
  if (ok) return undefined;
  const body = parseErrorBody(text);
  if (!isTransientStatus(status, body?.code ?? '')) return undefined;
  return parseRetryAfterMs(headers.get('Retry-After'), Date.now());
}

function noAnswer({ url, init, idempotencyKey }: PreparedRequest, attempts: number, cause: unknown): NoAnswerError {
  const assume = describeEffect(init.method, idempotencyKey);
  const { origin, pathname } = new URL(url);
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const what = `No answer to ${init.method} ${origin}${pathname} after ${times} (${rootMessage(cause)}).`;
  return new NoAnswerError(`${what} ${assume}`, { cause, idempotencyKey });
}

function describeEffect(method: string | undefined, idempotencyKey: string | undefined): string {
  if (method === 'GET') return 'The call only reads: nothing was changed by it.';
  if (idempotencyKey === undefined) return 'The call may have been carried out, and can be repeated.';
  return `The call may have been carried out; repeated with the idempotencyKey ${idempotencyKey} it is carried out once.`;
}

/** The message of the innermost cause: on Node the outer one says no more than that the fetch has failed. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}
