import type { AnonymousOptions } from '../http/auth/anonymous-limit.ts';
import { readTarget, type Target } from '../http/request/target.ts';
import { ClientAddresses } from '../lib/client-address.ts';
import type { Log } from '../lib/log.ts';
import type { Site } from './site.ts';

/** The path of a public address, percent-decoded, without a slash at its end: `/petstore` or empty. */
export function pathOfAddress(address: string): string {
  return readTarget(`${address}/`).path.slice(0, -1);
}

/** The target without the path of the public address, which some proxies leave in requests. */
export function withoutPrefix(target: Target, prefix: string): Target {
  if (!target.path.startsWith(`${prefix}/`)) return target;
  return { ...target, path: target.path.slice(prefix.length) };
}

export interface AddressCheckOptions {
  /** The address that links in responses have. */
  readonly origin: string;
  /** The setting that changes it. */
  readonly variable: string;
  readonly trustedProxies: readonly string[];
  /** The address that a request's connection comes from. */
  peerOf: AnonymousOptions['peerOf'];
}

/** Requests to the API that are checked. Pages are checked without a limit. */
const maxChecked = 1_000;

/** Names by which only clients on this machine reach it. */
const ownNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]']);

/** Warns once when clients use another address than links in responses have, because no public address is set. */
export class AddressCheck {
  readonly #origin: URL;
  readonly #variable: string;
  readonly #proxies: ClientAddresses;
  readonly #peerOf: AddressCheckOptions['peerOf'];
  readonly #log: Log;
  #remaining = maxChecked;
  #hasWarned = false;

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
    if (this.#hasWarned) return;
    const host = this.#hostOf(request);
    if (host === undefined || this.#isReachedBy(host)) return;
    this.#hasWarned = true;
    const links = this.#origin.origin;
    this.#log.warn(`clients use another address than links in responses have; set ${this.#variable} to it`, {
      host,
      links,
    });
  }

  /** The host that the client has connected to, as far as it is known. */
  #hostOf(request: Request): string | undefined {
    const host = request.headers.get('Host') ?? undefined;
    const [forwarded = ''] = (request.headers.get('X-Forwarded-Host') ?? '').split(',');
    if (forwarded.trim() === '' || !this.#proxies.isProxy(this.#peerOf(request))) return host;
    return forwarded.trim();
  }

  #isReachedBy(host: string): boolean {
    const text = `${this.#origin.protocol}//${host}`;
    // What is no host tells nothing.
    if (!URL.canParse(text)) return true;
    const used = new URL(text);
    if (used.host === this.#origin.host) return true;
    return used.port === this.#origin.port && ownNames.has(used.hostname) && ownNames.has(this.#origin.hostname);
  }
}
