import type { components } from '../schema.gen.ts';
import { type Guard, isInteger, isShape, isString, type OrNewer } from './shape.ts';

type ErrorBody = components['schemas']['Error'];

/** The codes that the service publishes. */
export type ErrorCode = ErrorBody['code'];

/** One thing that is wrong with a call. */
export interface Fault {
  /**
   * Where: a JSON Pointer into the body as a URI fragment, such as `#/scopes/0` (RFC 6901, section 6), or `?` and the name
   * of a query parameter.
   */
  pointer: string;
  /** What would be right. */
  detail: string;
}

/** What a refused call carries. */
export interface PetstoreErrorDetails {
  code: PetstoreError['code'];
  status: number;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  faults?: readonly Fault[] | undefined;
}

/** The server answered, and the answer is a refusal. */
export class PetstoreError extends Error {
  override readonly name = 'PetstoreError';
  /**
   * What went wrong, for a program. `unexpected_response` is given by the SDK itself: the answer is not one of this
   * service, such as the page of a proxy. A newer server may send codes that are not in the list.
   */
  readonly code: OrNewer<ErrorCode | 'unexpected_response'>;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The `X-Request-Id` of the response, under which the operator finds the request in the log. */
  readonly requestId: string | undefined;
  /** How many milliseconds the server asks to wait before the call is repeated (`Retry-After`), if it does. */
  readonly retryAfterMs: number | undefined;
  /** Everything that is wrong with the call, one by one, where the server says so. */
  readonly faults: readonly Fault[];

  constructor(message: string, { code, status, requestId, retryAfterMs, faults = [] }: PetstoreErrorDetails) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.faults = faults;
  }
}

/**
 * No complete answer came: the server could not be reached, the connection broke, or the time was over. Nothing is
 * known of what the server did: a call that only reads has changed nothing; one that writes may have been carried out.
 * Repeat a write with the same `idempotencyKey`: it is then carried out once, whatever became of the first attempt.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** The key of the call that was left without an answer, also where the SDK had made it. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: { cause: unknown; idempotencyKey?: string | undefined }) {
    super(message, { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** An Error object whose `code` may be newer than this SDK. */
export const isErrorBody: Guard<{ code: string; message: string; status: bigint }> = isShape<
  Omit<ErrorBody, 'code'> & { code: string }
>({ code: isString, message: isString, status: isInteger });

/** The same as problem details (RFC 9457). */
export const isProblem: Guard<{ code: string; detail: string; status: bigint }> = isShape({
  code: isString,
  detail: isString,
  status: isInteger,
});

const isFault: Guard<Fault> = isShape({ pointer: isString, detail: isString });

/** The faults in problem details; what is none is left out. */
export function readFaults(problem: object): readonly Fault[] {
  const errors: unknown = 'errors' in problem ? problem.errors : undefined;
  return Array.isArray(errors) ? errors.filter(isFault) : [];
}
