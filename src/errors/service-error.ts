import { fieldOf } from '../../contract/faults.ts';
import { attemptsDays, maxBodyKibibytes, maxImageMegabytes, maxPixels, maxSide } from '../../contract/limits.ts';
import { withCommas } from '../lib/format.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type FieldError, fieldError } from './faults.ts';

/**
 * Every `code` that an Error object can carry, by its HTTP status, with its meaning for the document. Clients depend on
 * the list: codes may be added, none is ever removed.
 */
const meanings = {
  400: {
    malformed_request: 'The request has more than one `Host` header or an invalid one, or its body has trailers.',
    invalid_json: 'The body is not a single JSON object in UTF-8, or an object in it repeats a member.',
    validation_failed: 'Fields of the body are missing or invalid. The message lists all of them.',
    invalid_image: 'The image is damaged, incomplete or empty, or cannot be decoded.',
    invalid_parameter: 'A query parameter has an invalid value.',
    unknown_parameter: 'The operation has no such query parameter.',
    invalid_cursor: 'The cursor was not issued for this list and these filters.',
    invalid_idempotency_key: 'The Idempotency-Key is malformed, too long, or repeated.',
  },
  401: {
    missing_api_key: 'The request has no API key.',
    invalid_api_key:
      'The API key is unknown, malformed, expired, revoked, or belongs to the other environment; or the sign-in link is unknown, spent or expired.',
  },
  403: {
    insufficient_scope: 'The API key lacks a scope that the operation requires, or a scope that it would grant.',
    origin_not_allowed: 'Pages of this web origin may not use this public API key.',
  },
  404: {
    pet_not_found: 'There is no animal with this id.',
    photo_not_found: 'The animal has no photo with this id.',
    note_not_found: 'The animal has no note with this id.',
    order_not_found: 'There is no order with this id.',
    inquiry_not_found: 'There is no inquiry with this id. It may have been erased.',
    category_not_found: 'This category has no name.',
    key_not_found: 'There is no API key with this id.',
    person_not_found: 'There is no person with this id, or the API key belongs to none.',
    device_not_found: 'The person has no device with this id.',
    webhook_not_found: 'There is no webhook with this id.',
    attempt_not_found: `The webhook has no attempt with this id. Attempts are kept for ${attemptsDays} days.`,
    event_not_found: 'There is no event with this id, or it is too old to be sent again.',
    delivery_not_found: 'There is no delivery with this id. It may have arrived, or its webhook may have been removed.',
    import_not_found: 'There is no import with this id.',
    not_found: 'Unknown path.',
  },
  405: { method_not_allowed: 'The path does not support this method. `Allow` lists those it does.' },
  408: { request_timeout: 'The body did not arrive in time. Nothing was changed.' },
  409: {
    pet_not_available: 'The animal is not available.',
    pet_has_open_order: 'The animal has an open order. Complete or cancel the order first.',
    reference_in_use: 'Another animal has this reference.',
    order_reference_taken: 'Another order has this reference.',
    too_many_photos: 'The animal has as many photos as it can have. Remove one first.',
    too_many_notes: 'The animal has as many notes as it can have. Remove one first.',
    photos_disabled: 'The service has no storage for photos. Its operator has to set `PETSTORE_MEDIA_URL`.',
    too_many_inquiries: 'The animal, or the service, has as many open inquiries as it can have. Close some first.',
    too_many_webhooks: 'There are as many webhooks as there can be. Remove one first.',
    too_many_people: 'There are as many people as there can be. End one first.',
    too_many_devices: 'The person is signed in on as many devices as she can be. End one first.',
    category_in_use: 'The category has animals. Merge it into another one first.',
    import_closed: 'The import is finished, or was undone, and takes no further rows.',
    import_not_undoable: 'The import began too long ago: what it has changed is not recorded any more.',
    order_closed: 'The order is already completed or cancelled.',
    order_not_reopenable:
      'The order is open, has ended too long ago, or its animal was removed, ordered again or given another status since.',
    order_not_returnable:
      'The order is not completed, or its animal was returned, removed, ordered again or given another status since.',
    webhook_disabled: 'The webhook is disabled and receives no events.',
    invalid_transition: 'The current status does not allow this change.',
    idempotency_in_progress:
      'The first request with this Idempotency-Key is still in progress. Repeat it later to get its response.',
    last_admin_key: 'This is the last active key, or the last person, that can administer keys.',
  },
  410: {
    operation_removed: 'The operation was removed on its announced date.',
    photo_removed: 'The photo, or its animal, was removed.',
    events_expired:
      'Events after this id have been deleted, or it is beyond the newest one. Read the whole catalogue again, then follow ' +
      'new events.',
    changes_expired:
      'Changes after this position are not known any more, or what the public may see has been configured anew. Read all ' +
      'animals again, from a new position.',
  },
  412: {
    precondition_failed: '`If-Match` or `If-None-Match` does not hold, for example because the resource has changed.',
  },
  413: {
    payload_too_large: `The body is larger than ${maxBodyKibibytes} KiB, or than ${maxImageMegabytes} MB for an image.`,
    image_too_large: `The image has more than ${maxPixels / 1_000_000} million pixels, or more than ${withCommas(maxSide)} on a side.`,
  },
  414: { uri_too_long: 'Path and query together are longer than 8 KiB.' },
  415: {
    unsupported_media_type:
      'Unsupported media type, or an image in another format than its type says. `Accept-Post` or `Accept-Patch` lists the supported ones.',
  },
  416: { range_not_satisfiable: 'The file of a photo has no such part.' },
  422: { idempotency_key_reused: 'The Idempotency-Key was already used with a different payload.' },
  429: {
    rate_limited:
      'The API key has exceeded its rate limit or its share of the event streams, or the address of a client without a key that ' +
      'is known to be valid, or with a public one, its limit, or too many requests of the client wait for facets, or there were ' +
      'too many changes of keys and people within a day. Retry after `Retry-After`.',
  },
  500: {
    internal_error: 'Unexpected failure. The message contains the request id. A change may or may not have been made.',
  },
  503: {
    overloaded: 'The service is overloaded. Nothing was changed. Retry after `Retry-After`.',
    unavailable:
      'The storage, the decoder of images, or a count of all animals is unavailable. Retry after `Retry-After`, a write with the same Idempotency-Key.',
  },
} as const;

type Meanings = typeof meanings;

export type ErrorCode = { [Status in keyof Meanings]: keyof Meanings[Status] }[keyof Meanings];

/** The same by code. */
export const errors = Object.fromEntries(
  Object.entries(meanings).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, meaning]) => [code, { status: Number(status), meaning }]),
  ),
) as Record<ErrorCode, { status: number; meaning: string }>;

/** How a HEIC or AVIF image becomes one that is accepted. */
export const asJpeg = 'Save it as JPEG; an iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.';

export function mismatchedId(id: bigint): ServiceError {
  return validationFailed([fieldError('#/id', 'as_in_path', id)]);
}

type ServiceErrorOptions = Partial<Pick<ServiceError, 'headers' | 'fieldErrors' | 'requiredScopes' | 'cause'>>;

/** A failure whose code and message are safe to show to a client. Anything else thrown becomes `internal_error`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Response headers that belong to this error, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fieldErrors: readonly FieldError[];
  /** All scopes that the operation requires, where the key lacks one. */
  readonly requiredScopes: readonly string[];

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.fieldErrors = options.fieldErrors ?? [];
    this.requiredScopes = options.requiredScopes ?? [];
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
    ({ pointer, detail, sentence = `${pointer === '#' ? 'The body' : fieldOf(pointer)} ${detail}` }) => `${sentence}.`,
  );
  return [...new Set(sentences)].join(' ');
}
