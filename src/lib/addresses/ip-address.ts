import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export type IpAddress = IPv4 | IPv6;
export type Network = readonly [IpAddress, number];

/** An address or a network in CIDR notation; `undefined` for anything else. */
export function parseNetwork(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** An address with or without a port. IPv4 addresses that are written as IPv6 are IPv4. */
export function parseAddress(text: string): IpAddress | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.process(bare) : undefined;
}
