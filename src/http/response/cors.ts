import { includesOrigin } from '../../lib/addresses/web-origin.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { PublicOrigins } from '../auth/public-keys.ts';
import type { RequestContext } from '../request/context.ts';
import { baseHeaders, type Reply } from './reply.ts';

/** Response headers that a page of an allowed origin may read. */
const exposed =
  'Accept-Encoding, Accept-Patch, Accept-Post, Allow, Deprecation, ETag, Idempotency-Replayed, Link, Location, ' +
  'Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Stability, Sunset, WWW-Authenticate, X-Request-Id, ' +
  'X-Total-Count';

/** Request headers that it may send. */
const accepted =
  'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, traceparent, ' +
  'X-Request-Id';

/** Those that it may send with a public key, which changes nothing and has no events. */
const acceptedWithPublicKey = 'Accept, Authorization, If-None-Match, Prefer, traceparent, X-Request-Id';

/** Cross-origin access (Fetch standard, CORS protocol) for the origins that the operator allows. */
export class CorsPolicy {
  readonly isEnabled: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.isEnabled = origins.length > 0;
    this.#origins = new Set(origins);
  }

  /** The reply to a preflight from an allowed origin, which needs no key; `undefined` for any other request. */
  preflight(request: Request): Reply | undefined {
    if (!this.isEnabled || !isPreflight(request)) return undefined;
    const isAllowed = this.#allowed(request.headers.get('Origin')) !== undefined;
    return isAllowed ? preflightReply('GET, HEAD, POST, PUT, PATCH, DELETE', accepted) : undefined;
  }

  /** Adds the headers that let a page of an allowed origin, or of the origin `shared`, read the response. */
  apply(headers: Headers, origin: string | null, shared?: string): void {
    headers.append('Vary', 'Origin');
    const allowed = this.#allowed(origin) ?? shared;
    if (allowed === undefined) return;
    headers.set('Access-Control-Allow-Origin', allowed);
    headers.set('Access-Control-Expose-Headers', exposed);
  }

  #allowed(origin: string | null): string | undefined {
    if (origin === null || !includesOrigin(this.#origins, origin)) return undefined;
    return this.#origins.has('*') ? '*' : origin;
  }
}

/** Whether a page of the request's origin may read the response because of a public key. */
export interface PublicAccess {
  /** Missing if it may not, or if no page has sent the request. */
  origin?: string;
}

/**
 * Cross-origin access for the web origins of public keys. It covers responses to requests with a public key, and to those
 * without a valid key, so that a page learns why its key is refused. What other keys see is for the origins that the
 * operator has configured.
 */
export class PublicCors {
  readonly #includes: PublicOrigins;

  constructor(includes: PublicOrigins) {
    this.#includes = includes;
  }

  /** The reply to a preflight, which has no key: it is for the origins of all keys. `undefined` for any other request. */
  async preflight(context: RequestContext): Promise<Reply | undefined> {
    const origin = context.request.headers.get('Origin');
    if (origin === null || !isPreflight(context.request)) return undefined;
    return (await this.#includes(origin, context)) ? preflightReply('GET, HEAD', acceptedWithPublicKey) : undefined;
  }

  /** `undefined` for a response that does not depend on the origin of the request because of public keys. */
  accessOf(context: RequestContext): MaybePromise<PublicAccess | undefined> {
    const { principal, request, isVersioned } = context;
    if (!isVersioned || (principal !== undefined && principal.origins === undefined)) return undefined;
    const origin = request.headers.get('Origin');
    // Without a principal it is an error, which no cache stores, so that it needs no `Vary`.
    if (origin === null) return principal && {};
    if (principal?.origins !== undefined && includesOrigin(principal.origins, origin)) return { origin };
    return this.#includes(origin, context).then((isAllowed) => (isAllowed ? { origin } : principal && {}));
  }
}

export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
}

function preflightReply(methods: string, acceptedHeaders: string): Reply {
  const headers = baseHeaders({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': acceptedHeaders,
    'Access-Control-Max-Age': '7200',
  });
  return { status: 204, headers, body: null };
}
