import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const resolveTimeoutMs = 5_000;

/** All addresses of a host name. @throws Error when it has none, or nobody can tell */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface AddressPolicy {
  /** Whether private and loopback addresses are as good as public ones. */
  reachesPrivateAddresses: boolean;
  /** Missing where the system's resolver is asked. */
  resolve?: Resolve;
}

/** A host that nothing may be sent to. The message says which address it has and why, and is safe to show. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/**
 * The addresses behind a host as it stands in a URL. All of them must be allowed: nobody knows which one is taken.
 * @throws AddressError when it has none, or one that nothing may be sent to
 */
export async function findAddresses(hostname: string, reach: AddressPolicy): Promise<readonly LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolveHost(host, reach.resolve) : [{ address: host, family }];
  if (reach.reachesPrivateAddresses) return addresses;
  for (const { address } of addresses) {
    const refusal = findNonPublicReason(address);
    if (refusal === undefined) continue;
    const subject = family === 0 ? `the address ${address} of the host ${host}` : `the address ${address}`;
    throw new AddressError(`${subject} is ${refusal}; events are sent to public addresses only`);
  }
  return addresses;
}

const systemResolve: Resolve = (host) => lookup(host, { all: true });

async function resolveHost(host: string, resolve: Resolve = systemResolve): Promise<readonly LookupAddress[]> {
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), resolveTimeoutMs);
  });
  try {
    const addresses = await Promise.race([resolve(host), timeout]);
    if (addresses.length > 0) return addresses;
  } catch {
    // A resolver gives one and the same error for many causes, and none helps the client more than the sentence below.
  } finally {
    clearTimeout(timer);
  }
  throw new AddressError(`the host ${host} cannot be resolved`);
}

/** Words for the ranges that people know; all others have none that would help. */
const rangeMeanings: Record<string, string> = {
  loopback: 'a loopback address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'an address inside of a provider’s network',
  multicast: 'a multicast address',
};

/** Addresses of IPv6 that stand for one of IPv4 in their last 32 bits, and are reached where that one is (RFC 6052). */
const translated = ipaddr.parseCIDR('64:ff9b::/96');

/** The only part of IPv6 that holds global unicast addresses (RFC 4291, IANA). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Why nothing is sent to an address; `undefined` for one that is public and unicast. */
export function findNonPublicReason(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'no address';
  const address = toIpv4(ipaddr.parse(text));
  const range = address.range();
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast);
  if (range === 'unicast' && isGlobal) return undefined;
  return rangeMeanings[range] ?? 'not a public one';
}

/** The address of IPv4 that an address is another way to write; any other stays as it is. */
function toIpv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  if (!address.isIPv4MappedAddress() && !address.match(translated)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}
