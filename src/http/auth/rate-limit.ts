import type { MaybePromise } from '../../lib/maybe-promise.ts';

const windowMs = 60_000;
const windowSeconds = windowMs / 1_000;

interface Window {
  endsAt: number;
  remaining: number;
}

export interface Allowance {
  isAllowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Limits the requests of each principal in windows of one minute. A window begins with its first request. */
export interface RateLimiter {
  /** The value of `RateLimit-Policy`. */
  readonly policy: string;
  take(principalId: bigint, now: number): MaybePromise<Allowance>;
}

export function rateLimitPolicy(quota: number): string {
  return `"default";q=${quota};w=${windowSeconds}`;
}

/** Counts in the memory of this process. */
export class WindowRateLimiter implements RateLimiter {
  readonly policy: string;
  readonly #quota: number;
  readonly #windows = new Map<bigint, Window>();

  constructor(quota: number) {
    this.#quota = quota;
    this.policy = rateLimitPolicy(quota);
  }

  take(principalId: bigint, now: number): Allowance {
    let window = this.#windows.get(principalId);
    // A window that ends more than a minute from now was opened before the clock was set back.
    if (window === undefined || window.endsAt <= now || window.endsAt > now + windowMs) {
      window = { endsAt: now + windowMs, remaining: this.#quota };
      this.#windows.set(principalId, window);
    }
    const isAllowed = window.remaining > 0;
    if (isAllowed) window.remaining--;
    return { isAllowed, remaining: window.remaining, resetSeconds: Math.ceil((window.endsAt - now) / 1_000) };
  }
}
