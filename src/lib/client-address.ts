import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;
type Network = readonly [Address, number];

const partBits = 16;
const clientBits = 64;
/** What an end site has at most (RFC 6177). */
const siteBits = 48;

/** An address or a network in CIDR notation; `undefined` for anything else. */
export function parseNetwork(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Finds the addresses of clients, also behind proxies. */
export class ClientAddresses {
  readonly #proxies: readonly Network[];

  /** `trustedProxies` are addresses and networks whose `X-Forwarded-For` or `Forwarded` is believed. */
  constructor(trustedProxies: readonly string[]) {
    this.#proxies = trustedProxies.flatMap((text) => {
      const network = parseNetwork(text);
      return network === undefined ? [] : [network];
    });
  }

  /**
   * What identifies the client of a connection from `peer`: its IPv4 address, or its IPv6 network of 64 bits, of which one
   * client often has all addresses. `undefined` for this machine and for an unknown peer.
   */
  find(peer: string | undefined, headers: Headers): string | undefined {
    const address = this.#findAddress(peer, headers);
    return address === undefined || address.range() === 'loopback' ? undefined : identify(address, clientBits);
  }

  /**
   * What identifies the site of a client, of which everybody is one: its IPv4 address, or its IPv6 network of 48 bits, of
   * which a connection at home can have all networks of 64. This machine is a site, too.
   */
  findSite(peer: string | undefined, headers: Headers): string {
    const address = this.#findAddress(peer, headers);
    return address === undefined || address.range() === 'loopback' ? 'this machine' : identify(address, siteBits);
  }

  #findAddress(peer: string | undefined, headers: Headers): Address | undefined {
    const address = peer === undefined ? undefined : parseAddress(peer);
    return address !== undefined && this.#isProxy(address) ? this.#findBehind(address, headers) : address;
  }

  /** Whether this is the address of a trusted proxy. */
  isProxy(peer: string | undefined): boolean {
    const address = peer === undefined ? undefined : parseAddress(peer);
    return address !== undefined && this.#isProxy(address);
  }

  /** Whether a request has come through a proxy that is not trusted, as far as its headers tell. */
  isBehindUnknown(peer: string | undefined, headers: Headers): boolean {
    const address = peer === undefined ? undefined : parseAddress(peer);
    return address !== undefined && !this.#isProxy(address) && forwardedFor(headers).length > 0;
  }

  /** Each proxy appends where it got the request from, so only what trusted proxies have written is believed. */
  #findBehind(proxy: Address, headers: Headers): Address {
    let client = proxy;
    for (const text of forwardedFor(headers).reverse()) {
      const hop = parseAddress(text);
      if (hop === undefined) return client;
      client = hop;
      if (!this.#isProxy(hop)) return client;
    }
    return client;
  }

  #isProxy(address: Address): boolean {
    return this.#proxies.some(
      ([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as [IPv4 & IPv6, number]),
    );
  }
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

/** An address with or without a port. IPv4 addresses that are written as IPv6 are IPv4. */
function parseAddress(text: string): Address | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.process(bare) : undefined;
}

function identify(address: Address, ipv6Bits: number): string {
  if (address.kind() === 'ipv4') return address.toString();
  return `${(address as IPv6).parts
    .slice(0, ipv6Bits / partBits)
    .map((part) => part.toString(16))
    .join(':')}::/${ipv6Bits}`;
}
