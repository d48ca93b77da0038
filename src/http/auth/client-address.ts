import type { IPv4, IPv6 } from 'ipaddr.js';
import { type IpAddress, parseAddress, parseNetwork } from '../../lib/addresses/ip-address.ts';

/** Who sends requests, as far as addresses tell. */
export interface ClientAddress {
  /** An IPv4 address, or an IPv6 network of 64 bits, of which one client often has all addresses. */
  readonly network: string;
  /** An IPv4 address, or an IPv6 network of 48 bits, which is what an end site has at most (RFC 6177). */
  readonly site: string;
  /** Whether a trusted proxy has passed the request on: others use the connection, too. */
  readonly isProxied: boolean;
}

/** Requests come from a proxy that is not trusted, or from a trusted one on another machine that does not say for whom. */
export type ProxyFault = 'untrusted' | 'silent';

/** Everybody whose address a trusted proxy does not tell. */
const unknownClient: ClientAddress = { network: 'unknown', site: 'unknown', isProxied: true };

export interface AddressOptions {
  /** Addresses and networks of proxies, whose `X-Forwarded-For` or `Forwarded` is believed. */
  readonly trustedProxies: readonly string[];
  /** The address that a request's connection comes from. */
  peerOf(request: Request): string | undefined;
}

/** Finds the clients of requests. Reports what is wrong with a proxy, as far as one request tells. */
export function createClientAddresses(
  { trustedProxies, peerOf }: AddressOptions,
  report?: (fault: ProxyFault, request: Request) => void,
) {
  const proxies = trustedProxies.map(parseNetwork).filter((network) => network !== undefined);

  function isProxy(address: IpAddress): boolean {
    return proxies.some(
      ([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as [IPv4 & IPv6, number]),
    );
  }

  /**
   * Each proxy appends where it got the request from, so only what trusted proxies have written is believed. `undefined` if
   * that is no address.
   */
  function findBehind(proxy: IpAddress, hops: readonly string[]): IpAddress | undefined {
    let client = proxy;
    for (const text of hops.toReversed()) {
      const hop = parseAddress(text);
      if (hop === undefined || !isProxy(hop)) return hop;
      client = hop;
    }
    return client;
  }

  const peerAddressOf = (request: Request) => parseAddress(peerOf(request) ?? '');

  return {
    /**
     * Who has sent a request; `undefined` for this machine and for an unknown peer. A loopback address is that of another machine
     * if one of those that have passed it on is.
     */
    find(request: Request): ClientAddress | undefined {
      const peer = peerAddressOf(request);
      if (peer === undefined) return undefined;
      const hops = forwardedFor(request.headers);
      const isBehind = isProxy(peer);
      if (!isBehind && hops.length > 0) report?.('untrusted', request);
      if (isBehind && hops.length === 0 && peer.range() !== 'loopback') report?.('silent', request);
      const client = isBehind ? findBehind(peer, hops) : peer;
      if (client === undefined) return unknownClient;
      const isLocal = [peer, ...(isBehind ? hops.map(parseAddress) : [])].every((hop) => hop?.range() === 'loopback');
      return isLocal ? undefined : describe(client, isBehind);
    },
    /** The whole address of the same client, also on this machine; `unknown` where a trusted proxy does not tell it. */
    findAddress(request: Request): string | undefined {
      const peer = peerAddressOf(request);
      if (peer === undefined) return undefined;
      const client = isProxy(peer) ? findBehind(peer, forwardedFor(request.headers)) : peer;
      return client?.toString() ?? 'unknown';
    },
    isFromProxy(request: Request): boolean {
      const peer = peerAddressOf(request);
      return peer !== undefined && isProxy(peer);
    },
  };
}

/**
 * The hops that proxies have noted, the client's first. `X-Forwarded-For` goes before `Forwarded` (RFC 7239): proxies that
 * set the former commonly pass on the latter as the client sent it.
 */
function forwardedFor(headers: Headers): string[] {
  const list = headers.get('X-Forwarded-For');
  if (list !== null) return list.split(',').map((hop) => hop.trim());
  const elements = headers.get('Forwarded')?.split(',') ?? [];
  return elements.map((element) => /(?:^|;)\s*for="?([^;"]*)/i.exec(element.trim())?.[1] ?? '');
}

function describe(address: IpAddress, isProxied: boolean): ClientAddress {
  if ('parts' in address) {
    return { network: toNetwork(address.parts, 64), site: toNetwork(address.parts, 48), isProxied };
  }
  const text = address.toString();
  return { network: text, site: text, isProxied };
}

/** Each part has 16 bits. */
function toNetwork(parts: readonly number[], bits: number): string {
  const written = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${written.join(':')}::/${bits}`;
}
