import { type AddressOptions, createClientAddresses } from '../../http/auth/client-address.ts';
import { createRateLimiter, type RateLimitMemory } from '../../http/auth/rate-limit.ts';
import { dayMs } from '../../lib/timestamp.ts';

/** How many inquiries a client may send in a minute and in a day: more than a family writes, fewer than annoy a shelter. */
const perMinute = 5;
const perDay = 30;

/** Counts an inquiry. In how many seconds the client may send one if it may not now; this does not count. */
export type FormLimit = (request: Request, now: number) => number | undefined;

/**
 * Limits how many inquiries each client sends. Other than for requests that only read, connections from this machine
 * count as one client: behind a proxy that is not trusted they are everybody's.
 */
export function createFormLimit(options: AddressOptions, { forms, formDays, idOf }: RateLimitMemory): FormLimit {
  const addresses = createClientAddresses(options);
  const windows = [createRateLimiter(perMinute, forms), createRateLimiter(perDay, formDays, dayMs)];
  return (request, now) => {
    const id = idOf(addresses.find(request)?.site ?? 'this machine');
    const refused = windows.map((window) => window.peek(id, now)).filter(({ isAllowed }) => !isAllowed);
    if (refused.length > 0) return Math.max(...refused.map(({ resetSeconds }) => resetSeconds));
    for (const window of windows) window.take(id, now);
    return undefined;
  };
}
