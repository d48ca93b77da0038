import { NoAnswerError } from './errors.ts';
import { describeEffect, parseErrorBody, type ReceivedResponse, type SentResponse } from './response.ts';
import { isTransientStatus, longestRetryAfterMs, onAbort, readRetryAfterMs, retryDelayMs, wait } from './retry.ts';

/** The part of the standard `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long transient errors are retried. */
export type RetryPolicy =
  | { kind: 'attempts'; retries: number }
  /**
   * Counted from the first failure; delays that the server asks for are added. A hung connection says little of the
   * service, so an attempt counts as a third of the time at most: one alone does not use it up.
   */
  | { kind: 'time'; retryForMs: number }
  /** For a stream, which goes on after each 5xx. */
  | { kind: 'endless' };

export interface SendSettings {
  fetch: Fetch;
  /** Of one attempt. */
  timeoutMs: number;
  retryPolicy: RetryPolicy;
}

/** A request that can be sent any number of times. */
export interface PreparedRequest {
  url: string;
  init: RequestInit;
  idempotencyKey: string | undefined;
  /** Whether the body of a successful response is a stream, which the caller reads. */
  isStream: boolean;
  signal: AbortSignal | undefined;
  /** Sends this request, if not the one of the settings. */
  fetch?: Fetch;
  /** Of one attempt, if not that of the settings. */
  timeoutMs?: number;
}

const longestErrorBytes = 1_048_576;

type Attempt = ({ kind: 'answer' } & ReceivedResponse) | { kind: 'no-answer'; cause: unknown };

/**
 * Sends a request until its outcome is not a transient error, or the retry policy is exhausted.
 * @throws NoAnswerError when the last attempt got no response
 */
export async function sendWithRetry(settings: SendSettings, request: PreparedRequest): Promise<SentResponse> {
  const { retryPolicy } = settings;
  const { init, idempotencyKey } = request;
  const isEndless = retryPolicy.kind === 'endless';
  let failingSinceMs: number | undefined;
  let uncountedMs = 0;
  let hasUncertainAttempt = false;
  for (let attempt = 0; ; attempt += 1) {
    const startedAtMs = performance.now();
    const result = await attemptOnce(settings, request);
    const endedAtMs = performance.now();
    const serverDelayMs = result.kind === 'answer' ? transientDelayMs(result, isEndless) : 0;
    const retryAfterMs = isEndless ? cap(serverDelayMs) : serverDelayMs;
    if (failingSinceMs === undefined) failingSinceMs = endedAtMs;
    else if (retryPolicy.kind === 'time') {
      uncountedMs += Math.max(0, endedAtMs - startedAtMs - retryPolicy.retryForMs / 3);
    }
    const failingForMs = endedAtMs - failingSinceMs - uncountedMs;
    hasUncertainAttempt ||= isUncertain(result);
    if (
      mayRepeat(retryPolicy, attempt, failingForMs) &&
      retryAfterMs !== undefined &&
      retryAfterMs <= longestRetryAfterMs
    ) {
      uncountedMs += retryAfterMs;
      await wait(retryDelayMs(attempt, retryAfterMs, Math.random()), request.signal);
    } else if (result.kind === 'answer') return { ...result, method: init.method, idempotencyKey, hasUncertainAttempt };
    else throw noAnswer(request, attempt + 1, result.cause);
  }
}

function mayRepeat(retryPolicy: RetryPolicy, attempt: number, failingForMs: number): boolean {
  switch (retryPolicy.kind) {
    case 'attempts':
      return attempt < retryPolicy.retries;
    case 'time':
      return failingForMs < retryPolicy.retryForMs;
    case 'endless':
      return true;
  }
}

function cap(retryAfterMs: number | undefined): number | undefined {
  return retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, longestRetryAfterMs);
}

/** The timeout covers the body, too, unless it is a stream: a server can stall in the middle of it. */
async function attemptOnce(settings: SendSettings, request: PreparedRequest): Promise<Attempt> {
  const { url, init, signal } = request;
  const { fetch = settings.fetch, timeoutMs = settings.timeoutMs } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  const forget = onAbort(signal, giveUp);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { kind: 'answer', response, text: await readText(response, request) };
  } catch (cause) {
    signal?.throwIfAborted();
    // From a `fetch` of the caller's own, which has given up.
    if (cause instanceof NoAnswerError) throw cause;
    return { kind: 'no-answer', cause };
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** An error's status counts, whatever becomes of its body: to ask again would not help. */
async function readText(response: Response, { isStream, signal }: PreparedRequest): Promise<string> {
  const { ok, body } = response;
  if (ok) return isStream ? '' : await response.text();
  try {
    // Without a stream, as on React Native and from many doubles of `fetch`, there is the text alone.
    return typeof body?.getReader === 'function' ? await readBeginning(body) : await response.text();
  } catch {
    signal?.throwIfAborted();
    return '';
  }
}

/** An error of the service is short. One that goes on, such as a page of something else, is not read to its end. */
async function readBeginning(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let sizeBytes = 0; sizeBytes < longestErrorBytes; ) {
      const { value } = await reader.read();
      if (value === undefined) break;
      sizeBytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The delay that a transient error response asks for; `undefined` for any other response. */
function transientDelayMs({ response, text }: ReceivedResponse, isEndless: boolean): number | undefined {
  const { ok, status, headers } = response;
  const isTransient = (isEndless && status >= 500) || isTransientStatus(status, parseErrorBody(text)?.code ?? '');
  return ok || !isTransient ? undefined : readRetryAfterMs(headers);
}

/** Whether the service may have carried out an attempt, although that did not succeed. */
function isUncertain(attempt: Attempt): boolean {
  if (attempt.kind === 'no-answer') return true;
  return attempt.response.status >= 500 && parseErrorBody(attempt.text)?.code !== 'overloaded';
}

function noAnswer({ url, init, idempotencyKey }: PreparedRequest, attempts: number, cause: unknown): NoAnswerError {
  const assume = describeEffect({ method: init.method, idempotencyKey });
  const { origin, pathname } = new URL(url);
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const what = `No answer to ${init.method} ${origin}${pathname} after ${times} (${rootMessage(cause)}).`;
  return new NoAnswerError(`${what} ${assume}`, { cause, idempotencyKey });
}

/** The message of the innermost cause: on Node.js the outer one only says that the fetch failed. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}
