import type { Operation } from '../../api/operation.ts';
import type { ParameterValues } from '../../api/path.ts';
import type { FieldError } from '../../errors/faults.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { randomBase62 } from '../../lib/random.ts';
import { decodeRawValue } from './scalars.ts';

/** The target of a request: its path, percent-decoded, and its query without the question mark. */
export interface Target {
  path: string;
  query: string;
  /** Length of path and query as sent, in characters. */
  length: number;
}

/** Splits a request's URL without a URL parser: the runtime has already validated it. */
export function readTarget(url: string): Target {
  // For a request without a usable Host header the runtime gives only the path.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const question = url.indexOf('?', start);
  const path = question < 0 ? url.slice(start) : url.slice(start, question);
  const query = question < 0 ? '' : url.slice(question + 1);
  return { path: path.includes('%') ? decode(path) : path, query, length: url.length - start };
}

/** Decodes per segment (RFC 3986, section 2.3). A path with an invalid encoding stays as it is, and matches no route. */
function decode(path: string): string {
  try {
    return path.split('/').map(decodeSegment).join('/');
  } catch {
    return path;
  }
}

function decodeSegment(segment: string): string {
  const decoded = decodeURIComponent(segment);
  return decoded.includes('/') ? segment : decoded;
}

/** `uri-host [ ":" port ]` (RFC 3986, section 3.2). Several Host headers are joined with a comma and a blank. */
const validHost = /^(?:\[[0-9a-f:.]+\]|[a-z0-9\-._~!$&'()*+,;=%]*)(?::[0-9]*)?$/i;

/** Tells whether a request may be served as far as its Host is concerned (RFC 9112, section 3.2). HTTP/1.0 needs none. */
export function createHostCheck(): (request: Request) => boolean {
  /** Nearly all requests have the same. The check is 5 % of a request. */
  let lastValid: string | undefined;
  return ({ headers }) => {
    const host = headers.get('host');
    if (host === null || host === lastValid) return true;
    const isValid = validHost.test(host);
    if (isValid) lastValid = host;
    return isValid;
  };
}

const usableRequestId = /^[\w.:-]{1,128}$/;
const requestIdDigits = 16;
/** Of many ids at once: a call for each costs a tenth of a microsecond. */
const drawnBytes = 4_096;

/**
 * Makes unique request ids, which have the process in common and do not tell how many requests there were. A usable
 * `X-Request-Id` of the client is kept.
 */
export function createRequestIds(): (given: string | null) => string {
  let prefix = '';
  const bytes = new Uint8Array(drawnBytes);
  let digits = '';
  let next = 0;
  return (given) => {
    if (given !== null && usableRequestId.test(given)) return given;
    prefix ||= `${randomBase62(10)}-`;
    if (next === digits.length) {
      digits = crypto.getRandomValues(bytes).toHex();
      next = 0;
    }
    next += requestIdDigits;
    return prefix + digits.slice(next - requestIdDigits, next);
  };
}

/** The typed values of a path's placeholders. @throws ServiceError the parameter's own 404: an invalid id names nothing */
export function readPathValues({ pathParameters }: Operation, rawValues: Record<string, string>): ParameterValues {
  const values: ParameterValues = {};
  for (const name in pathParameters) {
    const parameter = pathParameters[name];
    if (parameter === undefined) continue;
    const errors: FieldError[] = [];
    values[name] = decodeRawValue(parameter.schema, rawValues[name] ?? '', errors);
    if (errors[0] !== undefined) throw new ServiceError(parameter.notFound, `${name} ${errors[0].detail}.`);
  }
  return values;
}

/** The same, or `undefined` when one of the values is invalid. */
export function findPathValues(operation: Operation, rawValues: Record<string, string>): ParameterValues | undefined {
  try {
    return readPathValues(operation, rawValues);
  } catch {
    return undefined;
  }
}
