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
export interface FieldError {
  /** Where: a JSON Pointer into the body as a URI fragment (RFC 6901, section 6), or `?` and the name of a query parameter. */
  pointer: string;
  /** What would be right, such as `must be an integer of 64 bits`. */
  detail: string;
  /** How a message tells it that lists all fieldErrors, if not as `field: detail`. */
  sentence?: string;
}

export interface ServiceErrorOptions {
  /** Response headers that belong to this error, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** What is wrong with the request, one by one. */
  fieldErrors?: readonly FieldError[];
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
export function mismatchedId(id: bigint): ServiceError {
  return validationFailed([{ pointer: '#/id', detail: `must be ${id}, as in the path` }]);
}

/** A failure whose code and message are safe to show to a client. Anything else that is thrown becomes `internal_error`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly fieldErrors: readonly FieldError[];

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.fieldErrors = options.fieldErrors ?? [];
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The error for fields of a body that are wrong. Its message names all of them. */
export function validationFailed(fieldErrors: readonly FieldError[]): ServiceError {
  return new ServiceError('validation_failed', `The body is wrong. ${listErrors(fieldErrors)}.`, {
    fieldErrors: fieldErrors,
  });
}

/** The error for query parameters that are wrong. Its message names all of them. */
export function invalidParameters(fieldErrors: readonly FieldError[]): ServiceError {
  return new ServiceError('invalid_parameter', `The query is wrong. ${listErrors(fieldErrors)}.`, {
    fieldErrors: fieldErrors,
  });
}

function listErrors(fieldErrors: readonly FieldError[]): string {
  return [
    ...new Set(fieldErrors.map(({ pointer, detail, sentence }) => sentence ?? `${fieldOf(pointer)}: ${detail}`)),
  ].join('; ');
}

/** What a pointer points to, as a message has it: `scopes[0]` for `#/scopes/0`. */
function fieldOf(pointer: string): string {
  if (pointer === '#') return 'body';
  return pointer
    .replace(/^#\/|^\?/, '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

/** What each code means, for the document. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_json: 'The body is not one JSON object in UTF-8, or a member stands twice in it.',
  validation_failed: 'The body lacks required fields or has wrong ones; the message names all of them.',
  invalid_parameter: 'A query parameter has a value that it cannot have.',
  unknown_parameter: 'There is no such query parameter.',
  invalid_cursor: 'The cursor was not given for this list and these filters.',
  invalid_idempotency_key: 'The Idempotency-Key is empty, too long, or stands twice.',
  missing_api_key: 'No API key was sent.',
  invalid_api_key: 'The API key is unknown, mistyped, expired, revoked, or of the other environment.',
  insufficient_scope: 'The API key lacks the scope of this operation, or a scope that it would give away.',
  pet_not_found: 'There is no such animal.',
  order_not_found: 'There is no such order.',
  category_not_found: 'There is no such category.',
  key_not_found: 'There is no such key.',
  webhook_not_found: 'There is no such webhook.',
  delivery_not_found: 'There is no such delivery: it has arrived, or its webhook is gone.',
  not_found: 'There is nothing at this path.',
  method_not_allowed: 'The path does not have this method; `Allow` names those it has.',
  request_timeout: 'The body did not arrive in time. Nothing was changed.',
  pet_not_available: 'The animal is not available.',
  pet_has_open_order: 'An open order holds the animal. Complete or cancel the order first.',
  order_closed: 'The order was completed or cancelled already.',
  webhook_disabled: 'The webhook is disabled and gets no events.',
  invalid_transition: 'The status cannot change in this way.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is being worked on. Repeat it.',
  last_admin_key: 'It is the last key that can administer keys.',
  operation_removed: 'The operation was removed on its announced date.',
  events_expired: 'Events behind this one are not kept any more. Read everything again, and follow from now on.',
  precondition_failed: 'The resource has changed since it was read.',
  payload_too_large: 'The body is larger than 64 KiB.',
  uri_too_long: 'Path and query are longer than 8 KiB.',
  unsupported_media_type:
    'The body has no media type that the operation takes; `Accept-Post` or `Accept-Patch` names those.',
  idempotency_key_reused: 'The Idempotency-Key was used with another payload.',
  rate_limited: 'The API key has used up its requests; `Retry-After` says when to go on.',
  internal_error: 'Something failed that should not. The message has the request id.',
  overloaded: 'Too much work is waiting. Nothing was changed; repeat it after `Retry-After`.',
  unavailable: 'The storage is away. Repeat it after `Retry-After`, a write with its Idempotency-Key.',
};
