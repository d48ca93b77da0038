import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { includesOrigin } from '../../lib/web-origin.ts';
import type { PublicOrigins } from '../auth/public-keys.ts';
import type { RequestContext } from '../request/context.ts';
import { isPreflight, preflightReply } from './cors.ts';
import type { Reply } from './reply.ts';

/** Whether a page of the request's origin may read the response because of a public key. */
export interface PublicAccess {
  /** Missing if it may not, or if no page has sent the request. */
  origin?: string;
}

/** Public keys change nothing, and have no events. */
const methods = 'GET, HEAD';
const acceptedHeaders = ['Accept', 'Authorization', 'If-None-Match', 'Prefer', 'traceparent', 'X-Request-Id'].join(
  ', ',
);

/**
 * Cross-origin access (Fetch standard, CORS protocol) for the web origins of public keys. It covers responses to requests
 * with a public key, and to those without a valid key, so that a page learns why its key is refused. What other keys see is
 * for the origins that the operator has configured.
 */
export class PublicCors {
  readonly #origins: Pick<PublicOrigins, 'include'>;

  constructor(origins: Pick<PublicOrigins, 'include'>) {
    this.#origins = origins;
  }

  /** The reply to a preflight, which has no key: it is for the origins of all keys. `undefined` for any other request. */
  async preflight(context: RequestContext): Promise<Reply | undefined> {
    const origin = context.request.headers.get('Origin');
    if (origin === null || !isPreflight(context.request)) return undefined;
    const isAllowed = await this.#origins.include(origin, context);
    return isAllowed ? preflightReply(methods, acceptedHeaders) : undefined;
  }

  /** `undefined` for a response that does not depend on the origin of the request because of public keys. */
  accessOf(context: RequestContext): MaybePromise<PublicAccess | undefined> {
    const { principal, request, isVersioned } = context;
    if (!isVersioned || (principal !== undefined && principal.origins === undefined)) return undefined;
    const origin = request.headers.get('Origin');
    // Without a principal it is an error, which no cache stores, so that it needs no `Vary`.
    if (origin === null) return principal && {};
    if (principal?.origins !== undefined && includesOrigin(principal.origins, origin)) return { origin };
    return this.#origins.include(origin, context).then((isAllowed) => (isAllowed ? { origin } : principal && {}));
  }
}
