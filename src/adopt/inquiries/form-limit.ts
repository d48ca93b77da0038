import type { AnonymousOptions } from '../../http/auth/anonymous-limit.ts';
import { ClientAddresses } from '../../http/auth/client-address.ts';
import { createClientLimiter, type RateLimitMemory } from '../../http/auth/rate-limit.ts';
import { dayMs } from '../../lib/timestamp.ts';

/** How many inquiries a client may send in a minute and in a day: more than a family writes, fewer than annoy a shelter. */
const perMinute = 5;
const perDay = 30;

export type FormLimitOptions = Omit<AnonymousOptions, 'rateLimit'>;

/** Counts an inquiry. In how many seconds the client may send one if it may not now; this does not count. */
export type FormLimit = (request: Request, now: number) => number | undefined;

/**
 * Limits how many inquiries each client sends. Other than for requests that only read, connections from this machine
 * count as one client: behind a proxy that is not trusted they are everybody's.
 */
export function createFormLimit(options: FormLimitOptions, { forms, formDays, seed }: RateLimitMemory): FormLimit {
  const addresses = new ClientAddresses(options.trustedProxies);
  const windows = [
    createClientLimiter(perMinute, seed, { memory: forms }),
    createClientLimiter(perDay, seed, { memory: formDays, windowMs: dayMs }),
  ];
  return (request, now) => {
    const client = addresses.find(options.peerOf(request), request.headers);
    const name = client?.site ?? 'this machine';
    const refused = windows.map((window) => window.peek(name, now)).filter(({ isAllowed }) => !isAllowed);
    if (refused.length > 0) return Math.max(...refused.map(({ resetSeconds }) => resetSeconds));
    for (const window of windows) window.take(name, now);
    return undefined;
  };
}
