import { type ErrorCode, type Fault, ServiceError } from './errors.ts';
import { traceError } from './log.ts';

/** A ServiceError as it crosses to another thread or process. Its cause crosses as text, for the log. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  headers: Readonly<Record<string, string>>;
  faults: readonly Fault[];
  cause: string | undefined;
}

export function toRefusal({ code, message, headers, faults, cause }: ServiceError): Refusal {
  return { code, message, headers, faults, cause: cause === undefined ? undefined : traceError(cause) };
}

export function fromRefusal({ code, message, headers, faults, cause }: Refusal): ServiceError {
  return new ServiceError(code, message, { headers: { ...headers }, faults, ...(cause !== undefined && { cause }) });
}
