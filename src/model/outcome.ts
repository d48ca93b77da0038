import { traceError } from '../lib/log.ts';
import { type ErrorCode, type FieldError, ServiceError } from './errors.ts';

/** A ServiceError as it is sent to another thread or process. Its cause is sent as text, for the log. */
export interface SerializedError {
  code: ErrorCode;
  message: string;
  headers: Readonly<Record<string, string>>;
  fieldErrors: readonly FieldError[];
  cause: string | undefined;
}

export function serializeError({ code, message, headers, fieldErrors, cause }: ServiceError): SerializedError {
  return { code, message, headers, fieldErrors, cause: cause === undefined ? undefined : traceError(cause) };
}

export function deserializeError({ code, message, headers, fieldErrors, cause }: SerializedError): ServiceError {
  return new ServiceError(code, message, {
    headers: { ...headers },
    fieldErrors,
    ...(cause !== undefined && { cause }),
  });
}
