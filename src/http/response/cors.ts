import { baseHeaders, type Reply } from './reply.ts';

/** Response headers that a page of an allowed origin may read. */
const exposed = [
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
    if (!this.isEnabled || request.method !== 'OPTIONS') return undefined;
    const isPreflight = request.headers.has('Access-Control-Request-Method');
    if (!isPreflight || this.#allowed(request.headers.get('Origin')) === undefined) return undefined;
    const headers = baseHeaders({
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': accepted,
      'Access-Control-Max-Age': '7200',
    });
    return { status: 204, headers, body: null };
  }

  /** Adds the headers that let a page of an allowed origin read the response. */
  apply(headers: Headers, origin: string | null): void {
    headers.append('Vary', 'Origin');
    const allowed = this.#allowed(origin);
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
