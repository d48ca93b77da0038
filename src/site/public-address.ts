import type { AnonymousOptions } from '../http/auth/anonymous-limit.ts';
import { ClientAddresses } from '../http/auth/client-address.ts';
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

export interface AddressCheckOptions extends Omit<AnonymousOptions, 'rateLimit'> {
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
export class AddressCheck {
  readonly #origin: URL;
  readonly #variable: string;
  readonly #proxies: ClientAddresses;
  readonly #peerOf: AddressCheckOptions['peerOf'];
  readonly #log: Log;
  #remaining = maxChecked;
  readonly #warned = new Set<string>();

  constructor({ origin, variable, trustedProxies, peerOf }: AddressCheckOptions, log: Log) {
    this.#origin = new URL(origin);
    this.#variable = variable;
    this.#proxies = new ClientAddresses(trustedProxies);
    this.#peerOf = peerOf;
    this.#log = log;
  }

  /** Checks a request to the API, if it is one of the first. */
  checkEarly(request: Request): void {
    if (this.#remaining === 0) return;
    this.#remaining -= 1;
    this.#check(request);
  }

  /** The same pages, whose requests are checked. */
  watch(site: Site): Site {
    return (path) => {
      const page = site(path);
      if (page === undefined) return undefined;
      return (context) => {
        this.#check(context.request);
        return page(context);
      };
    };
  }

  #check(request: Request): void {
    if (this.#warned.size >= maxWarnings) return;
    const text = `${this.#origin.protocol}//${this.#hostOf(request)}`;
    const used = URL.canParse(text) ? new URL(text) : undefined;
    if (used === undefined || this.#warned.has(used.host) || this.#isReachedBy(used)) return;
    this.#warned.add(used.host);
    this.#log.warn(`clients use another address than links in responses have; set ${this.#variable} to it`, {
      host: used.host,
      links: this.#origin.origin,
    });
  }

  /** The host that the client has connected to, as far as it is known; empty if it is not. */
  #hostOf(request: Request): string {
    const host = request.headers.get('Host') ?? '';
    const [forwarded = ''] = (request.headers.get('X-Forwarded-Host') ?? '').split(',');
    if (forwarded.trim() === '' || !this.#proxies.isProxy(this.#peerOf(request))) return host;
    return forwarded.trim();
  }

  /** Whether links lead a client at this address to the service. */
  #isReachedBy({ host, hostname, port }: URL): boolean {
    if (host === this.#origin.host) return true;
    return port === this.#origin.port && ownNames.has(hostname) && ownNames.has(this.#origin.hostname);
  }
}
