import { randomBase62 } from '../../lib/random.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { decodeText } from './decode.ts';

/** Where a request points: its path, decoded where it is percent-encoded, and its query without the question mark. */
export interface Target {
  path: string;
  query: string;
  /** Length in characters of path and query as they were sent. */
  length: number;
}

/** Takes the target from a request's URL without a URL parser: the runtime has checked the form already. */
export function readTarget(url: string): Target {
  // A request without a usable Host header has only its path as URL.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const question = url.indexOf('?', start);
  const path = question < 0 ? url.slice(start) : url.slice(start, question);
  const query = question < 0 ? '' : url.slice(question + 1);
  return { path: path.includes('%') ? decode(path) : path, query, length: url.length - start };
}

/** RFC 3986, section 2.3: an encoded unreserved character is the character itself. A broken encoding names nothing. */
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

const acceptable = /^[\w.:-]{1,128}$/;

/** Makes ids for requests: unique, short, and that of the client where it sent a usable `X-Request-Id`. */
export function createRequestIds(): (given: string | null) => string {
  const prefix = `${randomBase62(10)}-`;
  let count = 0;
  return (given) => {
    if (given !== null && acceptable.test(given)) return given;
    count += 1;
    return prefix + count.toString(36);
  };
}

/** The typed values of a path's placeholders, or `undefined` where one of them can name nothing. */
export function findPathValues(
  operation: Operation,
  texts: Record<string, string>,
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {};
  for (const name in texts) {
    const parameter = operation.pathParameters[name];
    const decoded = parameter && decodeText(parameter.schema, texts[name] ?? '', name);
    if (!decoded?.ok) return undefined;
    values[name] = decoded.value;
  }
  return values;
}

/** @throws ServiceError the parameter's own "not found": what cannot be an identifier names nothing that exists. */
export function readPathValues(operation: Operation, texts: Record<string, string>): Record<string, unknown> {
  const values = findPathValues(operation, texts);
  if (values !== undefined) return values;
  const [name, parameter] = Object.entries(operation.pathParameters)[0] ?? [];
  throw new ServiceError(
    parameter?.notFound ?? 'not_found',
    `There is nothing with this ${name}: it is no identifier.`,
  );
}
