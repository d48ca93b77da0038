import type { IPv4, IPv6 } from 'ipaddr.js';
import { type IpAddress, type Network, parseAddress, parseNetwork } from '../../lib/ip-address.ts';

/** Who sends requests, as far as addresses tell. */
export interface ClientAddress {
  /** An IPv4 address, or an IPv6 network of 64 bits, of which one client often has all addresses. */
  readonly network: string;
  /** An IPv4 address, or an IPv6 network of 48 bits, which is what an end site has at most (RFC 6177). */
  readonly site: string;
}

/** Requests come from a proxy that is not trusted, or from a trusted one on another machine that does not say for whom. */
export type ProxyFault = 'untrusted' | 'silent';

const partBits = 16;
const networkBits = 64;
const siteBits = 48;
/** Everybody whose address a trusted proxy does not tell. */
const unknownClient: ClientAddress = { network: 'unknown', site: 'unknown' };

export class ClientAddresses {
  readonly #proxies: readonly Network[];

  /** `trustedProxies` are addresses and networks whose `X-Forwarded-For` or `Forwarded` is believed. */
  constructor(trustedProxies: readonly string[]) {
    this.#proxies = trustedProxies.map(parseNetwork).filter((network) => network !== undefined);
  }

  /**
   * The client of a connection from `peer`; `undefined` for this machine and for an unknown peer. Reports what is wrong with
   * a proxy, as far as one request tells.
   */
  find(
    peer: string | undefined,
    headers: Headers,
    report: (fault: ProxyFault) => void = () => undefined,
  ): ClientAddress | undefined {
    const address = peer === undefined ? undefined : parseAddress(peer);
    if (address === undefined) return undefined;
    const hops = forwardedFor(headers);
    const isProxy = this.#isProxy(address);
    if (!isProxy && hops.length > 0) report('untrusted');
    if (isProxy && hops.length === 0 && !isLoopback(address)) report('silent');
    const client = isProxy ? this.#findBehind(address, hops) : address;
    if (client === undefined) return unknownClient;
    return isLoopback(client) ? undefined : describe(client);
  }

  /** The whole address of the same client, also on this machine; `unknown` where a trusted proxy does not tell it. */
  findAddress(peer: string | undefined, headers: Headers): string | undefined {
    const address = peer === undefined ? undefined : parseAddress(peer);
    if (address === undefined) return undefined;
    const client = this.#isProxy(address) ? this.#findBehind(address, forwardedFor(headers)) : address;
    return client?.toString() ?? 'unknown';
  }

  isProxy(peer: string | undefined): boolean {
    const address = peer === undefined ? undefined : parseAddress(peer);
    return address !== undefined && this.#isProxy(address);
  }

  /**
   * Each proxy appends where it got the request from, so only what trusted proxies have written is believed. `undefined` if
   * that is no address.
   */
  #findBehind(proxy: IpAddress, hops: readonly string[]): IpAddress | undefined {
    let client = proxy;
    for (const text of hops.toReversed()) {
      const hop = parseAddress(text);
      if (hop === undefined) return undefined;
      client = hop;
      if (!this.#isProxy(hop)) return client;
    }
    return client;
  }

  #isProxy(address: IpAddress): boolean {
    return this.#proxies.some(
      ([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as [IPv4 & IPv6, number]),
    );
  }
}

/** Reads the whole addresses of clients. */
export function readAddresses(trustedProxies: readonly string[], peerOf: (request: Request) => string | undefined) {
  const addresses = new ClientAddresses(trustedProxies);
  return (request: Request): string | undefined => addresses.findAddress(peerOf(request), request.headers);
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

function isLoopback(address: IpAddress): boolean {
  return address.range() === 'loopback';
}

function describe(address: IpAddress): ClientAddress {
  if (address.kind() === 'ipv6') {
    const { parts } = address as IPv6;
    return { network: toNetwork(parts, networkBits), site: toNetwork(parts, siteBits) };
  }
  const text = address.toString();
  return { network: text, site: text };
}

function toNetwork(parts: readonly number[], bits: number): string {
  const written = parts.slice(0, bits / partBits).map((part) => part.toString(16));
  return `${written.join(':')}::/${bits}`;
}
