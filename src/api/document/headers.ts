import type { ErrorCode } from '../../errors/service-error.ts';
import { hasTargetTag, isPaged, type Operation } from '../operation.ts';
import type { Components, Json } from './components.ts';

const seconds = { type: 'integer', format: 'int32', minimum: 0 };

type ResponseHeader = readonly [onWire: string, description: string, schema?: Json];

/** Response headers by the name of their component. */
const responseHeaders = {
  RequestId: ['X-Request-Id', 'Identifies the request in the log.', { type: 'string', maxLength: 128 }],
  ETag: ['ETag', 'Identifies this version of the response (RFC 9110, section 8.8.3).'],
  ContentEncoding: ['Content-Encoding', '`gzip` where a long page is compressed for a client that accepts it.'],
  NextLink: ['Link', 'The next page as `rel="next"` (RFC 8288). Absent on the last page.'],
  TotalCount: [
    'X-Total-Count',
    'The number of matching entries. Only with `Prefer: count=exact` or `count=facets`.',
    { type: 'string', pattern: '^[0-9]+$', maxLength: 19 },
  ],
  PreferenceApplied: ['Preference-Applied', 'Those preferences that were applied (RFC 7240).'],
  Location: ['Location', 'The address of the created resource.', { type: 'string', format: 'uri' }],
  IdempotencyReplayed: [
    'Idempotency-Replayed',
    '`true` if this is the response of an earlier request with the same key.',
    { type: 'string', const: 'true' },
  ],
  Stability: ['Stability', '`beta` or `experimental`; absent for stable operations.'],
  Deprecation: ['Deprecation', 'When the operation was deprecated (RFC 9745).'],
  Sunset: ['Sunset', 'When the operation will be removed (RFC 8594).'],
  DeprecationLink: ['Link', 'The deprecation policy, and the replacement as `rel="successor-version"`.'],
  RateLimit: ['RateLimit', 'How many requests remain in the current window and when it ends, if the key has a limit.'],
  RateLimitPolicy: ['RateLimit-Policy', 'The rate limit of the key, if it has one.'],
  Challenge: ['WWW-Authenticate', 'How to authenticate, and what was missing (RFC 6750, section 3).'],
  RetryAfter: ['Retry-After', 'How long to wait before the next attempt, in seconds.', seconds],
  Allow: ['Allow', 'The methods that the path supports.'],
  AcceptPost: ['Accept-Post', 'The media types that a POST or PUT may have.'],
  AcceptEncoding: ['Accept-Encoding', 'The codings that a body may have (RFC 9110, section 12.5.3).'],
  AcceptPatch: ['Accept-Patch', 'The media types that a PATCH may have (RFC 5789).'],
} satisfies Record<string, ResponseHeader>;

export type HeaderComponent = keyof typeof responseHeaders;

/** Response headers by their names on the wire, each a reference to its component. */
export function referToHeaders(names: readonly HeaderComponent[], components: Components): Json {
  return Object.fromEntries(
    names.map((name) => {
      const [onWire, description, schema = { type: 'string' }]: ResponseHeader = responseHeaders[name];
      return [onWire, components.share('headers', name, { description, schema })];
    }),
  );
}

export function successHeaders(operation: Operation, components: Components): Json {
  const names: HeaderComponent[] = [...commonHeaders];
  if (operation.kind !== 'write' || hasTargetTag(operation)) names.push('ETag');
  if (operation.kind === 'list' && operation.isCompressible) names.push('ContentEncoding');
  names.push(...pageHeaders(operation));
  if (operation.method === 'POST') names.push('IdempotencyReplayed');
  if (operation.stability !== 'stable') names.push('Stability');
  if (operation.deprecation) names.push(...deprecationHeaders);
  return { ...referToHeaders(names, components), ...locationHeader(operation, components) };
}

/** Those of a success that depend on what it returns, with its body or as a 304 without. */
export function pageHeaders(operation: Operation): HeaderComponent[] {
  const names: HeaderComponent[] = isPaged(operation) || operation.kind === 'stream' ? ['NextLink'] : [];
  if (operation.kind === 'list') names.push('TotalCount');
  return operation.response.schema === undefined ? names : [...names, 'PreferenceApplied'];
}

/** The headers of an error with one of the codes, in any operation that is not deprecated. */
export function headersOfErrors(codes: readonly ErrorCode[]): HeaderComponent[] {
  return [...commonHeaders, 'Stability', ...new Set(codes.flatMap((code) => errorHeaders[code] ?? []))];
}

/** On every response of a deprecated operation. */
export const deprecationHeaders: readonly HeaderComponent[] = ['Deprecation', 'Sunset', 'DeprecationLink'];

/** The headers of every response of an operation. */
export const commonHeaders: readonly HeaderComponent[] = ['RequestId', 'RateLimit', 'RateLimitPolicy'];

const errorHeaders: Partial<Record<ErrorCode, readonly HeaderComponent[]>> = {
  missing_api_key: ['Challenge'],
  invalid_api_key: ['Challenge'],
  insufficient_scope: ['Challenge'],
  method_not_allowed: ['Allow'],
  idempotency_in_progress: ['RetryAfter'],
  unsupported_media_type: ['AcceptPost', 'AcceptPatch', 'AcceptEncoding'],
  rate_limited: ['RetryAfter'],
  overloaded: ['RetryAfter'],
  unavailable: ['RetryAfter'],
};

/** A resource whose address ends at a known time says so in a header of its own. */
function locationHeader(operation: Operation, components: Components): Json {
  if (operation.kind !== 'write' || operation.response.location === undefined) return {};
  const { locationUntil } = operation.response;
  if (locationUntil === undefined) return referToHeaders(['Location'], components);
  const [onWire, description, schema] = responseHeaders.Location;
  return { [onWire]: { description: `${description} Omitted from ${formatInstant(locationUntil)} on.`, schema } };
}

/** A time (epoch milliseconds) such as `5 December 2030, 00:00 UTC`. */
export function formatInstant(time: number): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  return `${date}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
}
