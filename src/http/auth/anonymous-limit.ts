import { ServiceError } from '../../errors/service-error.ts';
import type { Log } from '../../lib/log.ts';
import { type AddressOptions, type ClientAddress, createClientAddresses, type ProxyFault } from './client-address.ts';
import { type Allowance, createRateLimiter, type RateLimitMemory } from './rate-limit.ts';

export interface AnonymousOptions extends AddressOptions {
  /** Requests per minute and client address; 0 for no limit. */
  readonly rateLimit: number;
}

/** A request as far as its limits depend on it. */
export interface LimitedRequest {
  readonly request: Request;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Who has sent it, where that counts: without a valid key, or with a public one, and from another machine. */
  client: ClientAddress | undefined;
}

/** How many networks of a site may use up their limit. */
const networksPerSite = 2;
/** How many sites it takes to use up the limit of a public key. */
const sitesPerKey = 10;

export type AnonymousLimit = ReturnType<typeof createAnonymousLimit>;

/**
 * Limits the requests without a valid API key, or with a public one, by the address of the client. Clients on this machine are
 * not limited. `publicRateLimit` is the limit of each public key; 0 for none.
 */
export function createAnonymousLimit(
  options: AnonymousOptions,
  publicRateLimit: number,
  memory: RateLimitMemory,
  log: Log,
) {
  const { rateLimit } = options;
  const { idOf } = memory;
  const create = (table: 'networks' | 'sites' | 'shares', quota: number) =>
    rateLimit > 0 && quota > 0 ? createRateLimiter(quota, memory[table]) : undefined;
  const networks = create('networks', rateLimit);
  const sites = create('sites', networksPerSite * rateLimit);
  const shares = create('shares', Math.ceil(publicRateLimit / sitesPerKey));
  const warned = new Set<ProxyFault>();
  const { find } = createClientAddresses(options, (fault, request) => {
    if (!warned.has(fault)) log.warn(warnings[fault], { peer: options.peerOf(request) });
    warned.add(fault);
  });

  return {
    /** Counts a request, and notes who has sent it. @throws ServiceError `rate_limited` */
    take(limited: LimitedRequest): void {
      const client = find(limited.request);
      if (client === undefined) return;
      limited.client = client;
      const { network, site } = client;
      // What the site may not send takes no places of new networks.
      if (site !== network) requireAllowance(sites?.take(idOf(site), limited.now));
      requireAllowance(networks?.take(idOf(network), limited.now));
    },
    /**
     * Counts a request with a public key for the share that a site has of its limit. What is refused here does not count for
     * the key. @throws ServiceError `rate_limited`
     */
    takeShare({ client, now }: LimitedRequest, keyId: bigint): void {
      if (client !== undefined) requireAllowance(shares?.take(idOf(`${client.site} ${keyId}`), now));
    },
    /** Refuses a request from an address that has used up its limit, without counting it. @throws ServiceError `rate_limited` */
    requireRemaining(limited: LimitedRequest): void {
      const { request, now } = limited;
      const client = find(request);
      if (client === undefined) return;
      limited.client = client;
      requireAllowance(networks?.peek(idOf(client.network), now));
      requireAllowance(sites?.peek(idOf(client.site), now));
      // It may have a key that is not limited by address.
      limited.client = undefined;
    },
  };
}

const warnings: Record<ProxyFault, string> = {
  untrusted:
    'a proxy that is not trusted sends requests; limits by address cannot tell its clients apart; if it is yours, add it to ' +
    'PETSTORE_TRUSTED_PROXIES',
  silent:
    'a trusted proxy sends requests without X-Forwarded-For; if it passes on that of its clients, they choose their ' +
    'addresses and avoid the limits; let it append to the header',
};

function requireAllowance(allowance: Allowance | undefined): void {
  if (allowance === undefined || allowance.isAllowed) return;
  const message =
    'Too many requests from this address without an API key that is known to be valid, or with a public one. Nothing was ' +
    'changed; retry after the time in Retry-After.';
  throw new ServiceError('rate_limited', message, { headers: { 'Retry-After': String(allowance.resetSeconds) } });
}
