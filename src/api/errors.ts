import { maxImageMegabytes } from '../../client/transport/limits.ts';
import { maxPixels, maxSide } from '../catalogue/photos/model.ts';
import { withCommas } from '../lib/format.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';

/** Of a body that is no image. */
export const maxBodyKibibytes = 64;

/**
 * Every `code` that an Error object can carry, with its HTTP status and its meaning for the document. Clients depend on
 * the list: codes may be added, none is ever removed.
 */
export const errors = {
  malformed_request: {
    status: 400,
    meaning: 'The request has more than one `Host` header or an invalid one, or its body has trailers.',
  },
  invalid_json: {
    status: 400,
    meaning: 'The body is not a single JSON object in UTF-8, or an object in it repeats a member.',
  },
  validation_failed: {
    status: 400,
    meaning: 'Fields of the body are missing or invalid. The message lists all of them.',
  },
  invalid_image: { status: 400, meaning: 'The image is damaged, incomplete or empty, or cannot be decoded.' },
  invalid_parameter: { status: 400, meaning: 'A query parameter has an invalid value.' },
  unknown_parameter: { status: 400, meaning: 'The operation has no such query parameter.' },
  invalid_cursor: { status: 400, meaning: 'The cursor was not issued for this list and these filters.' },
  invalid_idempotency_key: { status: 400, meaning: 'The Idempotency-Key is malformed, too long, or repeated.' },
  missing_api_key: { status: 401, meaning: 'The request has no API key.' },
  invalid_api_key: {
    status: 401,
    meaning: 'The API key is unknown, malformed, expired, revoked, or belongs to the other environment.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The API key lacks a scope that the operation requires, or a scope that it would grant.',
  },
  origin_not_allowed: { status: 403, meaning: 'Pages of this web origin may not use this public API key.' },
  pet_not_found: { status: 404, meaning: 'There is no animal with this id.' },
  photo_not_found: { status: 404, meaning: 'The animal has no photo with this id.' },
  order_not_found: { status: 404, meaning: 'There is no order with this id.' },
  inquiry_not_found: { status: 404, meaning: 'There is no inquiry with this id. It may have been erased.' },
  category_not_found: { status: 404, meaning: 'This category has no name.' },
  key_not_found: { status: 404, meaning: 'There is no API key with this id.' },
  webhook_not_found: { status: 404, meaning: 'There is no webhook with this id.' },
  delivery_not_found: {
    status: 404,
    meaning: 'There is no delivery with this id. It may have arrived, or its webhook may have been removed.',
  },
  not_found: { status: 404, meaning: 'Unknown path.' },
  method_not_allowed: { status: 405, meaning: 'The path does not support this method. `Allow` lists those it does.' },
  request_timeout: { status: 408, meaning: 'The body did not arrive in time. Nothing was changed.' },
  pet_not_available: { status: 409, meaning: 'The animal is not available.' },
  pet_has_open_order: {
    status: 409,
    meaning: 'The animal has an open order. Complete or cancel the order first.',
  },
  reference_in_use: { status: 409, meaning: 'Another animal has this reference.' },
  too_many_photos: { status: 409, meaning: 'The animal has as many photos as it can have. Remove one first.' },
  photos_disabled: {
    status: 409,
    meaning: 'The service has no storage for photos. Its operator has to set `PETSTORE_MEDIA_URL`.',
  },
  too_many_inquiries: {
    status: 409,
    meaning: 'The animal, or the service, has as many open inquiries as it can have. Close some first.',
  },
  too_many_webhooks: { status: 409, meaning: 'There are as many webhooks as there can be. Remove one first.' },
  order_closed: { status: 409, meaning: 'The order is already completed or cancelled.' },
  webhook_disabled: { status: 409, meaning: 'The webhook is disabled and receives no events.' },
  invalid_transition: { status: 409, meaning: 'The current status does not allow this change.' },
  idempotency_in_progress: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.',
  },
  last_admin_key: { status: 409, meaning: 'This is the last active key that can administer keys.' },
  operation_removed: { status: 410, meaning: 'The operation was removed on its announced date.' },
  photo_removed: { status: 410, meaning: 'The photo, or its animal, was removed.' },
  events_expired: {
    status: 410,
    meaning:
      'Events after this id have been deleted, or it is beyond the newest one. Read the whole catalogue again, then follow ' +
      'new events.',
  },
  precondition_failed: {
    status: 412,
    meaning: '`If-Match` or `If-None-Match` does not hold, for example because the resource has changed.',
  },
  payload_too_large: {
    status: 413,
    meaning: `The body is larger than ${maxBodyKibibytes} KiB, or than ${maxImageMegabytes} MB for an image.`,
  },
  image_too_large: {
    status: 413,
    meaning: `The image has more than ${maxPixels / 1_000_000} million pixels, or more than ${withCommas(maxSide)} on a side.`,
  },
  uri_too_long: { status: 414, meaning: 'Path and query together are longer than 8 KiB.' },
  unsupported_media_type: {
    status: 415,
    meaning:
      'Unsupported media type, or an image in another format than its type says. `Accept-Post` or `Accept-Patch` lists the supported ones.',
  },
  range_not_satisfiable: { status: 416, meaning: 'The file of a photo has no such part.' },
  idempotency_key_reused: { status: 422, meaning: 'The Idempotency-Key was already used with a different payload.' },
  rate_limited: {
    status: 429,
    meaning:
      'The API key has exceeded its rate limit or its share of the event streams, or the address of a client without a valid ' +
      'key or with a public one its limit, or too many requests of the client wait for facets. Retry after `Retry-After`.',
  },
  internal_error: {
    status: 500,
    meaning: 'Unexpected failure. The message contains the request id. A change may or may not have been made.',
  },
  overloaded: {
    status: 503,
    meaning: 'The service is overloaded. Nothing was changed. Retry after `Retry-After`.',
  },
  unavailable: {
    status: 503,
    meaning:
      'The storage, or the decoder of images, is unavailable. Retry after `Retry-After`, a write with the same Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errors;

/** One invalid field of a body, or one invalid query parameter. */
export interface FieldError {
  /** A JSON Pointer into the body as a URI fragment (RFC 6901, section 6), or `?` and the name of a query parameter. */
  pointer: string;
  /** A predicate that says what would be right, such as `must be a 64-bit integer`. */
  detail: string;
  /** A whole sentence, without its full stop, for the message. Without it, that is the field followed by `detail`. */
  sentence?: string;
}

export interface ServiceErrorOptions {
  /** Response headers that belong to this error, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  fieldErrors?: readonly FieldError[];
  cause?: unknown;
}

/** The value of `WWW-Authenticate` (RFC 6750, section 3). `error` is omitted when the request had no token. */
export function bearerChallenge(
  error?: 'invalid_token' | 'insufficient_scope',
  requiredScopes: readonly string[] = [],
): string {
  const scope = requiredScopes.length === 0 ? '' : `, scope="${requiredScopes.join(' ')}"`;
  return `Bearer realm="petstore"${error === undefined ? '' : `, error="${error}"`}${scope}`;
}

/** The error for a key that lacks one of the required scopes. */
export function insufficientScope(message: string, requiredScopes: readonly string[]): ServiceError {
  const headers = { 'WWW-Authenticate': bearerChallenge('insufficient_scope', requiredScopes) };
  return new ServiceError('insufficient_scope', message, { headers });
}

/** The error for a body whose `id` differs from that of the path. */
export function mismatchedId(id: bigint): ServiceError {
  return validationFailed([{ pointer: '#/id', detail: `must be ${id}, as in the path` }]);
}

/** A failure whose code and message are safe to show to a client. Anything else thrown becomes `internal_error`. */
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
    return errors[this.code].status;
  }
}

/** Returns what was found. @throws ServiceError with the code when nothing was */
export function found<Value>(
  value: MaybePromise<Value | undefined>,
  code: Extract<ErrorCode, `${string}_not_found`>,
  message: () => string,
): MaybePromise<Value> {
  return andThen(value, (known) => {
    if (known === undefined) throw new ServiceError(code, message());
    return known;
  });
}

/** The error for invalid fields of a body. Its message lists all of them. */
export function validationFailed(fieldErrors: readonly FieldError[]): ServiceError {
  return new ServiceError('validation_failed', `Invalid request body. ${toSentences(fieldErrors)}`, { fieldErrors });
}

/** The error for invalid query parameters. Its message lists all of them. */
export function invalidParameters(fieldErrors: readonly FieldError[]): ServiceError {
  return new ServiceError('invalid_parameter', `Invalid query. ${toSentences(fieldErrors)}`, { fieldErrors });
}

/** Each error as a sentence, and those that several fields share once. */
export function toSentences(fieldErrors: readonly FieldError[]): string {
  const sentences = fieldErrors.map(
    ({ pointer, detail, sentence = `${fieldOf(pointer)} ${detail}` }) => `${sentence}.`,
  );
  return [...new Set(sentences)].join(' ');
}

/** The field that a pointer names, as people write it: `scopes[0]` for `#/scopes/0`. */
function fieldOf(pointer: string): string {
  if (pointer === '#') return 'The body';
  return pointer
    .replace(/^#\/|^\?/, '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}
