/** A header field as it is on the wire. Names keep their case, and a repeated field stays repeated. */
export type Header = readonly [name: string, value: string];

export interface RawRequest {
  readonly method: string;
  /** The request target: path and query. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Bytes after the end of the message, such as a body in a response that must not have one. */
  readonly surplusBytes: number;
}

/** What has arrived of a response so far. */
export interface ParsedResponse extends RawResponse {
  readonly isComplete: boolean;
  /** Whether another request can follow on the same connection. */
  readonly isReusable: boolean;
}

/** The response is not HTTP/1.1 (RFC 9112). */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

const latin1 = new TextDecoder('latin1');

/** The bytes of a request. Header values are sent as they are, one byte for each character. */
export function encodeRequest({ method, target, headers, body }: RawRequest): Uint8Array {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body ?? new Uint8Array()]);
}

/**
 * Parses the bytes of a response as far as they have arrived; `undefined` until the header section is complete. Nothing is
 * repaired: redirects are not followed and content codings are not decoded.
 * @throws ProtocolError
 */
export function parseResponse(bytes: Uint8Array, method: string, isClosed: boolean): ParsedResponse | undefined {
  let start = 0;
  for (;;) {
    const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('\r\n\r\n', start);
    if (end < 0) return undefined;
    const [statusLine = '', ...fields] = latin1.decode(bytes.subarray(start, end)).split('\r\n');
    const [, digits, reason = ''] = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(statusLine) ?? [];
    if (digits === undefined) throw new ProtocolError(`the status line is ${JSON.stringify(statusLine.slice(0, 80))}`);
    const status = Number(digits);
    start = end + 4;
    // Interim responses precede the final one (RFC 9110, section 15.2).
    if (status < 200) continue;
    const headers = fields.map(parseField);
    const rest = bytes.subarray(start);
    const content = parseContent(rest, { status, method, headers, isClosed });
    const keepsAlive = !/\bclose\b/i.test(fieldValue(headers, 'Connection') ?? '');
    const surplusBytes = content.isComplete ? rest.length - content.length : 0;
    return {
      status,
      reason,
      headers,
      body: content.body,
      surplusBytes,
      isComplete: content.isComplete,
      isReusable: keepsAlive && content.isDelimited && surplusBytes === 0 && statusLine.startsWith('HTTP/1.1'),
    };
  }
}

/** The value of a field; those of a repeated field are joined by commas (RFC 9110, section 5.3). */
export function fieldValue(headers: readonly Header[], name: string): string | undefined {
  const values = headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

function parseField(line: string): Header {
  const [, name, value] = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    throw new ProtocolError(`a header line is ${JSON.stringify(line.slice(0, 80))}`);
  }
  return [name, value];
}

interface Content {
  body: Uint8Array;
  /** How many bytes it takes on the wire. */
  length: number;
  isComplete: boolean;
  /** Whether its end is known without the end of the connection. */
  isDelimited: boolean;
}

interface ContentOf extends Pick<RawResponse, 'status' | 'headers'> {
  method: string;
  isClosed: boolean;
}

function parseContent(rest: Uint8Array, { status, method, headers, isClosed }: ContentOf): Content {
  const none = { body: new Uint8Array(), length: 0, isComplete: true, isDelimited: true };
  if (method === 'HEAD' || status === 204 || status === 304) return none;
  if (/\bchunked\b/i.test(fieldValue(headers, 'Transfer-Encoding') ?? '')) return parseChunks(rest);
  const announced = fieldValue(headers, 'Content-Length');
  if (announced === undefined) return { body: rest, length: rest.length, isComplete: isClosed, isDelimited: false };
  if (!/^\d{1,10}$/.test(announced)) throw new ProtocolError(`Content-Length is ${JSON.stringify(announced)}`);
  const length = Number(announced);
  const body = rest.subarray(0, length);
  return { body, length, isComplete: body.length === length, isDelimited: true };
}

/** The chunks that are complete (RFC 9112, section 7.1). */
function parseChunks(rest: Uint8Array): Content {
  const chunks: Uint8Array[] = [];
  const bytes = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  let position = 0;
  for (;;) {
    const body = () => Buffer.concat(chunks);
    const partial = () => ({ body: body(), length: position, isComplete: false, isDelimited: true });
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return partial();
    const line = bytes.toString('latin1', position, lineEnd);
    const [, digits] = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) throw new ProtocolError(`the length of a chunk is ${JSON.stringify(line.slice(0, 40))}`);
    const size = Number.parseInt(digits, 16);
    const start = lineEnd + 2;
    if (size === 0) {
      // Trailer fields, if any, end with an empty line.
      const end = bytes.indexOf('\r\n', start) === start ? start + 2 : bytes.indexOf('\r\n\r\n', start) + 4;
      if (end < 4 || bytes.length < start + 2) return partial();
      return { body: body(), length: end, isComplete: true, isDelimited: true };
    }
    if (bytes.length < start + size + 2) return partial();
    chunks.push(bytes.subarray(start, start + size));
    position = start + size + 2;
  }
}
