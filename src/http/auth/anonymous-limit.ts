import { ServiceError } from '../../api/errors.ts';
import type { Log } from '../../lib/log.ts';
import { type ClientAddress, ClientAddresses, type ProxyFault } from './client-address.ts';
import { type Allowance, createClientLimiter, type RateLimitMemory } from './rate-limit.ts';

export interface AnonymousOptions {
  /** Requests per minute and client address; 0 for no limit. */
  rateLimit: number;
  /** Addresses and networks of proxies. */
  trustedProxies: readonly string[];
  /** The address that a request's connection comes from. */
  peerOf(request: Request): string | undefined;
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

/**
 * Limits the requests without a valid API key, or with a public one, by the address of the client. Those with another key
 * never come here. Clients on this machine are not limited.
 */
export type AnonymousLimit = ReturnType<typeof createAnonymousLimit>;

/** @param publicRateLimit the limit of each public key; 0 for none */
export function createAnonymousLimit(
  { rateLimit, trustedProxies, peerOf }: AnonymousOptions,
  publicRateLimit: number,
  memory: RateLimitMemory,
  log: Log,
) {
  const create = (table: 'networks' | 'sites' | 'shares', quota: number) =>
    rateLimit > 0 && quota > 0 ? createClientLimiter(quota, memory.seed, { memory: memory[table] }) : undefined;
  const networks = create('networks', rateLimit);
  const sites = create('sites', networksPerSite * rateLimit);
  const shares = create('shares', Math.ceil(publicRateLimit / sitesPerKey));
  const addresses = new ClientAddresses(trustedProxies);
  const warned = new Set<ProxyFault>();

  function find(request: Request): ClientAddress | undefined {
    const peer = peerOf(request);
    return addresses.find(peer, request.headers, (fault) => {
      if (!warned.has(fault)) log.warn(warnings[fault], { peer });
      warned.add(fault);
    });
  }

  return {
    /** Counts a request, and notes who has sent it. @throws ServiceError `rate_limited` */
    take(limited: LimitedRequest): void {
      const client = find(limited.request);
      if (client === undefined) return;
      limited.client = client;
      const { network, site } = client;
      // What the site may not send takes no places of new networks.
      if (site !== network) requireAllowance(sites?.take(site, limited.now));
      requireAllowance(networks?.take(network, limited.now));
    },
    /**
     * Counts a request with a public key for the share that a site has of its limit. What is refused here does not count for
     * the key. @throws ServiceError `rate_limited`
     */
    takeShare({ client, now }: LimitedRequest, keyId: bigint): void {
      if (client !== undefined) requireAllowance(shares?.take(`${client.site} ${keyId}`, now));
    },
    /** Refuses a request from an address that has used up its limit, without counting it. @throws ServiceError `rate_limited` */
    requireRemaining(limited: LimitedRequest): void {
      const { request, now } = limited;
      const client = find(request);
      if (client === undefined) return;
      limited.client = client;
      requireAllowance(networks?.peek(client.network, now));
      requireAllowance(sites?.peek(client.site, now));
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
