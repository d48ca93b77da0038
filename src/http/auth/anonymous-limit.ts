import { randomInt } from 'node:crypto';
import { ClientAddresses } from '../../lib/client-address.ts';
import type { Log } from '../../lib/log.ts';
import { ServiceError } from '../../model/errors.ts';
import { RateLimiter } from './rate-limit.ts';

export interface AnonymousOptions {
  /** Requests per minute and client address; 0 for no limit. */
  rateLimit: number;
  /** Addresses and networks of proxies. */
  trustedProxies: readonly string[];
  /** The address that a request's connection comes from. */
  peerOf(request: Request): string | undefined;
  /** Closes the connection of a request when nothing was sent or received over it for this many seconds. */
  setTimeout(request: Request, seconds: number): void;
}

/**
 * The connection of a request without a key is closed after this time without progress, so that one address holds at most
 * a quarter of its requests per minute open.
 */
const timeoutSeconds = 15;

/**
 * Limits the requests without a valid API key, or with a public one, by the address of the client. Those with another key
 * never come here. Clients on this machine are not limited.
 */
export class AnonymousLimit {
  readonly #options: AnonymousOptions;
  readonly #addresses: ClientAddresses;
  readonly #limiter: RateLimiter | undefined;
  readonly #log: Log;
  /** Random, so that no client can choose an address that shares the window of another. */
  readonly #seed = randomInt(2 ** 32);
  #hasWarned = false;

  constructor(options: AnonymousOptions, log: Log) {
    this.#options = options;
    this.#addresses = new ClientAddresses(options.trustedProxies);
    this.#limiter = options.rateLimit > 0 ? new RateLimiter(options.rateLimit) : undefined;
    this.#log = log;
  }

  /** Counts a request. @throws ServiceError `rate_limited` */
  take(request: Request, now: number): void {
    const client = this.#find(request);
    if (client === undefined) return;
    this.#options.setTimeout(request, timeoutSeconds);
    this.#require(this.#limiter?.take(this.#windowOf(client), now));
  }

  /** Refuses a request from an address that has used up its limit, without counting it. @throws ServiceError `rate_limited` */
  requireRemaining(request: Request, now: number): void {
    const client = this.#find(request);
    if (client !== undefined) this.#require(this.#limiter?.peek(this.#windowOf(client), now));
  }

  #find(request: Request): string | undefined {
    const peer = this.#options.peerOf(request);
    const client = this.#addresses.find(peer, request.headers);
    if (!this.#hasWarned && this.#addresses.isBehindUnknown(peer, request.headers)) {
      this.#hasWarned = true;
      const hint =
        'limits by address cannot tell its clients apart; if it is yours, add it to PETSTORE_TRUSTED_PROXIES';
      this.#log.warn(`a proxy that is not trusted sends requests; ${hint}`, { peer });
    }
    return client;
  }

  #windowOf(client: string): bigint {
    return BigInt(Bun.hash(client, BigInt(this.#seed)));
  }

  #require(allowance: ReturnType<RateLimiter['take']> | undefined): void {
    if (allowance === undefined || allowance.isAllowed) return;
    const message =
      'Too many requests from this address without a valid API key, or with a public one. Nothing was changed; retry after ' +
      'the time in Retry-After.';
    throw new ServiceError('rate_limited', message, { headers: { 'Retry-After': String(allowance.resetSeconds) } });
  }
}
