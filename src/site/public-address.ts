import { type AddressOptions, createClientAddresses } from '../http/auth/client-address.ts';
import { readTarget, type Target } from '../http/request/target.ts';
import type { Log } from '../lib/log.ts';
import type { Site } from './site.ts';

/**
 * The path of a public address, percent-decoded, without a slash at its end, which some proxies leave in requests. Empty
 * where there is none, and where it begins like a path of the service, which would then mean two things.
 */
export function prefixOf(address: string, isOwnPath: (path: string) => boolean): string {
  const path = readTarget(`${address}/`).path.slice(0, -1);
  const [, firstSegment = ''] = path.split('/');
  return isOwnPath(`/${firstSegment}`) ? '' : path;
}

/** The target without this prefix, if it has it. */
export function withoutPrefix(target: Target, prefix: string): Target {
  if (!target.path.startsWith(`${prefix}/`)) return target;
  return { ...target, path: target.path.slice(prefix.length) };
}

export interface AddressCheckOptions extends AddressOptions {
  /** The address that links in responses have. */
  readonly origin: string;
  /** The setting that changes it. */
  readonly variable: string;
}

/** Requests to the API that are checked. Pages are checked without a limit. */
const maxChecked = 1_000;

/** Names by which only clients on this machine reach it. */
const ownNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']);

/** A client can send any host, so one warning alone could hide the address that matters. */
const maxWarnings = 3;

/** Warns when clients use another address than links in responses have, because no public address is set: once for each. */
export function createAddressCheck({ origin, variable, ...options }: AddressCheckOptions, log: Log) {
  const links = new URL(origin);
  const addresses = createClientAddresses(options);
  const warned = new Set<string>();
  let remaining = maxChecked;

  function check(request: Request): void {
    if (warned.size >= maxWarnings) return;
    const text = `${links.protocol}//${hostOf(request)}`;
    const used = URL.canParse(text) ? new URL(text) : undefined;
    if (used === undefined || warned.has(used.host) || isReachedBy(used)) return;
    warned.add(used.host);
    const warning = `clients use another address than links in responses have; set ${variable} to it`;
    log.warn(warning, { host: used.host, links: links.origin });
  }

  /** The host that the client has connected to, as far as it is known; empty if it is not. */
  function hostOf(request: Request): string {
    const host = request.headers.get('Host') ?? '';
    const [forwarded = ''] = (request.headers.get('X-Forwarded-Host') ?? '').split(',');
    if (forwarded.trim() === '' || !addresses.isFromProxy(request)) return host;
    return forwarded.trim();
  }

  /** Whether links lead a client at this address to the service. */
  function isReachedBy({ host, hostname, port }: URL): boolean {
    if (host === links.host) return true;
    return port === links.port && ownNames.has(hostname) && ownNames.has(links.hostname);
  }

  return {
    /** Checks a request to the API, if it is one of the first. */
    checkEarly(request: Request): void {
      if (remaining === 0) return;
      remaining -= 1;
      check(request);
    },
    /** The same pages, whose requests are checked. */
    watch(site: Site): Site {
      return (path) => {
        const page = site(path);
        if (page === undefined) return undefined;
        return (context) => {
          check(context.request);
          return page(context);
        };
      };
    },
  };
}
