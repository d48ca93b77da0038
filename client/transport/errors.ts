import type { components } from '../schema.gen.ts';
import { type Guard, isInteger, isShape, isString, type OrNewer } from './shape.ts';

type ErrorBody = components['schemas']['Error'];

/** The codes that the service publishes. */
export type ErrorCode = ErrorBody['code'];

/** One validation error. */
export interface ValidationError {
  /**
   * Where: a JSON Pointer into the body as a URI fragment, such as `#/scopes/0` (RFC 6901, section 6), or `?` and the name
   * of a query parameter.
   */
  pointer: string;
  /** What is expected. */
  detail: string;
  /** The same for programs, such as `required`; missing from a server before 1.2.0. */
  reason?: OrNewer<components['schemas']['FaultReason']>;
  /** What `detail` names, such as a limit. */
  values?: readonly string[];
}

/** The details of an error response. */
export interface PetstoreErrorDetails {
  code: PetstoreError['code'];
  status: number;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  validationErrors?: readonly ValidationError[] | undefined;
  idempotencyKey?: string | undefined;
  hasUncertainAttempt?: boolean;
}

/**
 * The server answered with an error.
 * @example if (error instanceof PetstoreError && error.code === 'pet_not_found') return undefined;
 */
export class PetstoreError extends Error {
  /** Always `PetstoreError`. */
  override readonly name = 'PetstoreError';
  /**
   * The machine-readable error code. `unexpected_response` comes from the SDK itself: the response is not from this
   * service, such as the page of a proxy. A newer server may send codes that are not in the list.
   */
  readonly code: OrNewer<ErrorCode | 'unexpected_response'>;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The `X-Request-Id` of the response, under which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before the call is repeated, if the server sent `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** All validation errors of the call, if the server sent them. */
  readonly validationErrors: readonly ValidationError[];
  /**
   * Whether the outcome of an attempt of the call is unknown, for which there was no response or a 5xx but `overloaded`: a
   * write may then have been carried out, whatever this error says of the last attempt. `precondition_failed` and
   * `pet_not_found` can be the effect of the call itself.
   */
  readonly hasUncertainAttempt: boolean;
  /** The idempotency key of the call, also when the SDK generated it: with it a repetition is carried out once. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, details: PetstoreErrorDetails) {
    super(message);
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.validationErrors = details.validationErrors ?? [];
    this.hasUncertainAttempt = details.hasUncertainAttempt ?? false;
    this.idempotencyKey = details.idempotencyKey;
  }
}

/**
 * There was no complete response: the server could not be reached, the connection broke, or the call timed out. A call
 * that only reads has changed nothing; a write may have been carried out. Repeat a write with the same `idempotencyKey`:
 * it is then carried out once, whether or not the first attempt succeeded.
 * @example if (error instanceof NoAnswerError) retryLater(newPet, { idempotencyKey: error.idempotencyKey });
 */
export class NoAnswerError extends Error {
  /** Always `NoAnswerError`. */
  override readonly name = 'NoAnswerError';
  /** The idempotency key of the call, also when the SDK generated it. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: { cause: unknown; idempotencyKey?: string | undefined }) {
    super(message, { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** An Error object whose `code` may be newer than this SDK. */
export const isErrorBody = isShape({ code: isString, message: isString, status: isInteger });

/** The same as problem details (RFC 9457). */
export const isProblem = isShape({ code: isString, detail: isString, status: isInteger });

const isValidationError: Guard<ValidationError> = isShape({ pointer: isString, detail: isString });

/** The validation errors in problem details. */
export function readValidationErrors(problem: object): readonly ValidationError[] {
  const errors: unknown = 'errors' in problem ? problem.errors : undefined;
  return Array.isArray(errors) ? errors.filter((error) => isValidationError(error)) : [];
}

/** What was thrown, in words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
