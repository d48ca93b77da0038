import { NoAnswerError, PetstoreError } from './errors.ts';

/** Of a proxy that has passed the request on, and got no response. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 504]);

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

/** Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. 0 for anything else. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? 0 : Math.max(0, atMs - nowMs);
}

/** Resolves after the time, or rejects with the signal's reason as soon as it is aborted. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}
