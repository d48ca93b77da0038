import { NoAnswerError, PetstoreError } from './errors.ts';

/** Of a proxy that got no response from the service. Those from 520 are Cloudflare's. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 504, 520, 521, 522, 523, 524, 527, 530]);

const transientStatuses: ReadonlySet<number> = new Set([408, 429, 503, ...gatewayStatuses]);

const firstBackoffMs = 100;
const longestBackoffMs = 5_000;

/** A longer `Retry-After` fails the call instead of delaying it. */
export const longestRetryAfterMs = 60_000;

/** Whether the same request may succeed a little later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof PetstoreError) return isTransientStatus(error.status, error.code);
  return error instanceof NoAnswerError;
}

/** The same for a response, by its status and the code in its body. */
export function isTransientStatus(status: number, code: string): boolean {
  return transientStatuses.has(status) || code === 'idempotency_in_progress';
}

/**
 * Milliseconds to wait after the failed attempt number `attempt` (the first is 0): exponential backoff with full
 * jitter, on top of what the server asked for, so that many waiting clients do not come back at one moment.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number, random: number): number {
  return retryAfterMs + random * Math.min(longestBackoffMs, firstBackoffMs * 2 ** attempt);
}

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, which is one of the clock that `Date` shows. 0 for
 * anything else.
 */
export function readRetryAfterMs(headers: Headers, nowMs = Date.now()): number {
  const retryAfter = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const sentAtMs = Date.parse(headers.get('Date') ?? '');
  const delayMs = Date.parse(retryAfter) - (Number.isNaN(sentAtMs) ? nowMs : sentAtMs);
  return delayMs > 0 ? delayMs : 0;
}

/** Resolves after the time, or rejects with the signal's reason as soon as it is aborted. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, delayMs);
    const forget = onAbort(signal, stop);
    if (signal?.aborted) stop();
  });
}

const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something when a signal is aborted. Returns what takes that back. Any number of calls add one listener to a signal that
 * they share: Node.js warns of more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): () => void {
  if (signal === undefined) return () => {};
  const known = actionsOf.get(signal);
  const actions = known ?? new Set<() => void>();
  if (known === undefined) {
    actionsOf.set(signal, actions);
    const act = () => {
      for (const each of actions) each();
    };
    signal.addEventListener('abort', act, { once: true });
  }
  actions.add(action);
  return () => actions.delete(action);
}
