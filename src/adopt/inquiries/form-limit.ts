import type { AnonymousOptions } from '../../http/auth/anonymous-limit.ts';
import { ClientAddresses } from '../../http/auth/client-address.ts';
import { ClientLimiter, type RateLimitMemory } from '../../http/auth/rate-limit.ts';
import { dayMs } from '../../lib/timestamp.ts';

/** How many inquiries a client may send in a minute and in a day: more than a family writes, fewer than annoy a shelter. */
const perMinute = 5;
const perDay = 30;

export type FormLimitOptions = Omit<AnonymousOptions, 'rateLimit'>;

/**
 * Limits how many inquiries each client sends. Other than for requests that only read, connections from this machine
 * count as one client: behind a proxy that is not trusted they are everybody's.
 */
export class FormLimit {
  readonly #options: FormLimitOptions;
  readonly #addresses: ClientAddresses;
  readonly #windows: readonly ClientLimiter[];

  constructor(options: FormLimitOptions, { forms, formDays, seed }: RateLimitMemory) {
    this.#options = options;
    this.#addresses = new ClientAddresses(options.trustedProxies);
    this.#windows = [
      new ClientLimiter(perMinute, seed, { memory: forms }),
      new ClientLimiter(perDay, seed, { memory: formDays, windowMs: dayMs }),
    ];
  }

  /** Counts an inquiry. In how many seconds the client may send one if it may not now; this does not count. */
  take(request: Request, now: number): number | undefined {
    const client = this.#addresses.find(this.#options.peerOf(request), request.headers);
    const name = client?.site ?? 'this machine';
    const refused = this.#windows.map((window) => window.peek(name, now)).filter(({ isAllowed }) => !isAllowed);
    if (refused.length > 0) return Math.max(...refused.map(({ resetSeconds }) => resetSeconds));
    for (const window of this.#windows) window.take(name, now);
    return undefined;
  }
}
