import { baseHeaders, type Reply } from './reply.ts';

const exposed = [
  'Accept-Encoding',
  'Accept-Patch',
  'Accept-Post',
  'Allow',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Stability',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
].join(', ');

/** Request headers that such a page may send. */
const accepted = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'traceparent',
  'X-Request-Id',
].join(', ');

/** Cross-origin access (Fetch standard, CORS protocol) for the origins that the operator allows. */
export class CorsPolicy {
  readonly isEnabled: boolean;
  readonly #allowsAll: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.isEnabled = origins.length > 0;
    this.#allowsAll = origins.includes('*');
    this.#origins = new Set(origins);
  }

  /** The reply to a preflight from an allowed origin, which needs no key; `undefined` for any other request. */
  preflight(request: Request): Reply | undefined {
    if (!this.isEnabled || !isPreflight(request)) return undefined;
    if (this.#allowed(request.headers.get('Origin')) === undefined) return undefined;
    return preflightReply('GET, HEAD, POST, PUT, PATCH, DELETE', accepted);
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
    if (origin === null) return undefined;
    if (this.#allowsAll) return '*';
    return this.#origins.has(origin) ? origin : undefined;
  }
}

export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
}

export function preflightReply(methods: string, acceptedHeaders: string): Reply {
  const headers = baseHeaders({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': acceptedHeaders,
    'Access-Control-Max-Age': '7200',
  });
  return { status: 204, headers, body: null };
}
