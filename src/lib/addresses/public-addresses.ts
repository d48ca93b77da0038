import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const resolveTimeoutMs = 5_000;

/** Resolves a host name to all its addresses. @throws Error when it cannot be resolved */
export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

export interface AddressPolicy {
  reachesPrivateAddresses: boolean;
  /** What the message says about other addresses than public ones. */
  rule?: string;
  /** The system's resolver by default. */
  resolve?: ResolveHost;
}

/** A host that must not be contacted. The message gives the reason, and is safe to show to clients. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/**
 * The addresses of a host as written in a URL. All of them must be allowed, because any of them may be used.
 * @throws AddressError when the host cannot be resolved or has an address that is not allowed
 */
export async function findAddresses(hostname: string, policy: AddressPolicy): Promise<readonly LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  // Few processes look an address up, and these modules of the runtime take milliseconds to load.
  const { isIP } = await import('node:net');
  const family = isIP(host);
  const addresses = family === 0 ? await resolveHost(host, policy.resolve) : [{ address: host, family }];
  if (policy.reachesPrivateAddresses) return addresses;
  for (const { address } of addresses) {
    const reason = findNonPublicReason(address);
    if (reason === undefined) continue;
    // The address of a name is not told: it could be that of a host in an internal network.
    const subject =
      family === 0 ? `the host ${host} has an address that is not public` : `the address ${address} is ${reason}`;
    throw new AddressError(`${subject}; ${policy.rule ?? 'events are sent to public addresses only'}`);
  }
  return addresses;
}

/**
 * Sends a request to one of the addresses that were checked, which protects against DNS rebinding. Only the look-up is
 * replaced: the certificate is checked against the host name.
 */
export function lookUpAs(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

const systemResolve: ResolveHost = async (host) => {
  const { lookup } = await import('node:dns/promises');
  return await lookup(host, { all: true });
};

async function resolveHost(host: string, resolve: ResolveHost = systemResolve): Promise<readonly LookupAddress[]> {
  const timeout = Promise.withResolvers<never>();
  using _timer = setTimeout(() => timeout.reject(new Error('timeout')), resolveTimeoutMs);
  try {
    const addresses = await Promise.race([resolve(host), timeout.promise]);
    if (addresses.length > 0) return addresses;
  } catch {
    // Resolvers report many causes by the same error, and none of them helps more than the message below.
  }
  throw new AddressError(`the host ${host} cannot be resolved`);
}

/** Names of the ranges that people know. */
const rangeMeanings: Record<string, string> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'an address of a provider’s internal network',
  multicast: 'a multicast address',
};

/** IPv6 addresses that reach the IPv4 address in their last 32 bits (RFC 6052). */
const translated = ipaddr.parseCIDR('64:ff9b::/96');

/** The only block of global unicast addresses in IPv6 (RFC 4291, IANA). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Addresses outside of the reserved ranges that reach the platform that a machine runs on (Azure: DNS, agents, probes). */
const platformAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Why an address is not public and unicast; `undefined` if it is. */
export function findNonPublicReason(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'not an address';
  const address = toIpv4(ipaddr.parse(text));
  if (platformAddresses.has(address.toString())) return 'an address of the cloud platform';
  const range = address.range();
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast);
  if (range === 'unicast' && isGlobal) return undefined;
  return rangeMeanings[range] ?? 'not a public address';
}

/** The IPv4 address that an IPv6 address maps to; any other address stays as it is. */
function toIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (!address.isIPv4MappedAddress() && !address.match(translated)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}
