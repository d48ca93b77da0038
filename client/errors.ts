import type { components } from './schema.gen.ts';
import { type Guard, isInteger, isShape, isString, type OrNewer } from './shape.ts';

type ErrorBody = components['schemas']['Error'];

/** The codes that the service publishes. */
export type ErrorCode = ErrorBody['code'];

/** What a refused call carries. */
export interface PetstoreErrorDetails {
  code: PetstoreError['code'];
  status: number;
  requestId?: string | undefined;
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

  constructor(message: string, { code, status, requestId }: PetstoreErrorDetails) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
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
