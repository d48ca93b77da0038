/** Every `code` an Error object can carry, with the HTTP status it is answered with. The list is published; it grows, and loses none. */
export const errorStatus = {
  invalid_json: 400,
  validation_failed: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_cursor: 400,
  invalid_idempotency_key: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  pet_not_found: 404,
  order_not_found: 404,
  category_not_found: 404,
  key_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  pet_not_available: 409,
  pet_has_open_order: 409,
  order_closed: 409,
  webhook_disabled: 409,
  invalid_transition: 409,
  idempotency_in_progress: 409,
  last_admin_key: 409,
  operation_removed: 410,
  events_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  overloaded: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** One thing that is wrong with a request. */
export interface Fault {
  /** Where: a JSON Pointer into the body as a URI fragment (RFC 6901, section 6), or `?` and the name of a query parameter. */
  pointer: string;
  /** What would be right, such as `must be an integer of 64 bits`. */
  detail: string;
  /** How a message tells it that lists all faults, if not as `field: detail`. */
  sentence?: string;
}

export interface ServiceErrorOptions {
  /** Response headers that belong to this error, such as `Retry-After`. */
  headers?: Record<string, string>;
  /** What is wrong with the request, one by one. */
  faults?: readonly Fault[];
  cause?: unknown;
}

/**
 * The value of `WWW-Authenticate` (RFC 6750, section 3). `error` is missing where no token was sent, `needed` are the
 * scopes without which the request is refused.
 */
export function bearerChallenge(
  error?: 'invalid_token' | 'insufficient_scope',
  needed: readonly string[] = [],
): string {
  const scope = needed.length === 0 ? '' : `, scope="${needed.join(' ')}"`;
  return `Bearer realm="petstore"${error === undefined ? '' : `, error="${error}"`}${scope}`;
}

/** The refusal of a key that lacks some of the scopes that are needed. */
export function insufficientScope(message: string, needed: readonly string[]): ServiceError {
  const headers = { 'WWW-Authenticate': bearerChallenge('insufficient_scope', needed) };
  return new ServiceError('insufficient_scope', message, { headers });
}

/** The refusal of a body that has another `id` than the path. */
export function otherId(id: bigint): ServiceError {
  return validationFailed([{ pointer: '#/id', detail: `must be ${id}, as in the path` }]);
}

/** A failure whose code and message are safe to show to a client. Anything else that is thrown becomes `internal_error`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.faults = options.faults ?? [];
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The error for fields of a body that are wrong. Its message names all of them. */
export function validationFailed(faults: readonly Fault[]): ServiceError {
  return new ServiceError('validation_failed', `The body is wrong. ${listFaults(faults)}.`, { faults });
}

/** The error for query parameters that are wrong. Its message names all of them. */
export function invalidParameters(faults: readonly Fault[]): ServiceError {
  return new ServiceError('invalid_parameter', `The query is wrong. ${listFaults(faults)}.`, { faults });
}

function listFaults(faults: readonly Fault[]): string {
  return [...new Set(faults.map(({ pointer, detail, sentence }) => sentence ?? `${fieldOf(pointer)}: ${detail}`))].join(
    '; ',
  );
}

/** What a pointer points to, as a message has it: `scopes[0]` for `#/scopes/0`. */
function fieldOf(pointer: string): string {
  if (pointer === '#') return 'body';
  return pointer
    .replace(/^#\/|^\?/, '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}
