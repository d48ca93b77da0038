import { maxBodyKibibytes } from '../../../contract/limits.ts';
import { asJpeg, ServiceError } from '../../errors/service-error.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { createTimeout } from './timeouts.ts';

declare global {
  /** Fetch standard, in the runtime already. */
  interface Request {
    bytes(): Promise<Uint8Array<ArrayBuffer>>;
  }
}

/** A body of up to this size is received to its end after an error, so that the client gets to read the response. */
export const maxDiscardedBytes = 64 * 1_024 * 1_024;

/** How large a body may be, and how long it may take to arrive. */
export function createBodyLimits(maxBytes: number, timeoutMs: number) {
  return { maxBytes, settle: createTimeout(timeoutMs, () => tooSlow(timeoutMs)) };
}

type BodyLimits = ReturnType<typeof createBodyLimits> & {
  /** Called with the size of what has arrived, which is then read in chunks. @throws ServiceError to refuse the rest */
  onArrival?: (sizeBytes: number) => void;
};

const jsonTimeoutMs = 10_000;
const jsonLimits = createBodyLimits(maxBodyKibibytes * 1_024, jsonTimeoutMs);
const noBytes = new Uint8Array();
/** JSON is UTF-8 (RFC 8259, section 8.1), of which ASCII is a part. */
const utf8 = /^charset="?(utf-?8|us-ascii)"?$/;

/** The client disconnected before the whole body had arrived. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

/**
 * Reads the whole body of a request; empty where there is none. A body must have one of these media types.
 * @throws ServiceError 400 (trailers), 408, 413, 415
 * @throws RequestAborted
 */
export function readBody(
  request: Request,
  mediaTypes: readonly string[],
  limits: BodyLimits = jsonLimits,
): MaybePromise<Uint8Array> {
  const declared = request.headers.get('content-length');
  // Accessing `body` turns it into a stream, which is slow, so it is the last resort.
  if (declared === null ? request.body === null : declared === '0') return noBytes;
  requireMediaType(request, mediaTypes, declared !== null);
  requireNoEncoding(request.headers.get('content-encoding'));
  if (declared === null) return readUndeclared(request, mediaTypes, limits);
  if (Number(declared) > limits.maxBytes) throw tooLarge(limits);
  if (limits.onArrival !== undefined) return inTime(readStream(request, limits), limits);
  const reading = request.bytes();
  // Where requests wait for the end of their tick, their bodies have arrived.
  const arrived = Bun.peek(reading);
  return arrived instanceof Uint8Array ? arrived : inTime(reading, limits);
}

/** A body of unknown length may turn out to be empty, and an empty body needs no type. */
async function readUndeclared(request: Request, mediaTypes: readonly string[], limits: BodyLimits) {
  if (request.headers.has('trailer')) {
    // Trailers have no use here, and the runtime rejects them after it has delivered the body.
    const message = 'Trailers are not supported. Send the body without them. Nothing was changed.';
    throw new ServiceError('malformed_request', message, closing);
  }
  const bytes = await inTime(readStream(request, limits), limits);
  if (bytes.length > 0) requireMediaType(request, mediaTypes, true);
  return bytes;
}

/** @throws ServiceError 408, and those of `reading` @throws RequestAborted */
async function inTime(reading: Promise<Uint8Array>, limits: BodyLimits): Promise<Uint8Array> {
  try {
    return await limits.settle(reading);
  } catch (error) {
    throw error instanceof ServiceError ? error : new RequestAborted('the client disconnected', { cause: error });
  }
}

/** The media type of a body without its parameters; empty if it has none. */
export function mediaTypeOf(headers: Headers): string {
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  return mediaType.trim().toLowerCase();
}

/** What a large body counts at least while it is processed, because a small file can take long to process. */
export const minCountedBytes = 5_000_000;

/** How many bytes a large body counts when all of it has arrived. */
export function expectedBytes({ headers }: Request, maxBytes: number): number {
  const declared = headers.get('content-length');
  return declared === null ? maxBytes : Math.max(Math.min(Number(declared), maxBytes), minCountedBytes);
}

/** Lists the supported types in `Accept-Patch` (RFC 5789) or `Accept-Post` (Linked Data Platform 1.0). */
function requireMediaType({ headers, method }: Request, mediaTypes: readonly string[], isRequired: boolean): void {
  const contentType = headers.get('content-type');
  // Most clients send exactly this.
  if (contentType === null ? !isRequired : mediaTypes.includes(contentType)) return;
  const [mediaType = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every((parameter) => !/^charset=/.test(parameter) || utf8.test(parameter));
  if (mediaTypes.includes(mediaType) && isUtf8) return;
  const message = `Unsupported media type. Send the body as ${mediaTypes.join(' or ')}${isUtf8 ? '' : ', in UTF-8'}.`;
  const advice = /^image\/(?:heic|heif|avif)\b/.test(mediaType) ? ` ${asJpeg}` : '';
  throw new ServiceError('unsupported_media_type', message + advice, {
    headers: { [method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: mediaTypes.join(', ') },
  });
}

function requireNoEncoding(contentEncoding: string | null): void {
  if (contentEncoding === null || contentEncoding.toLowerCase() === 'identity') return;
  throw new ServiceError('unsupported_media_type', 'Unsupported Content-Encoding. Send the body uncompressed.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/** How much of the body the client has announced but nobody has read. */
export function unreadBytes({ headers, bodyUsed }: Request): number {
  return bodyUsed ? 0 : Number(headers.get('content-length') ?? 0);
}

/**
 * Receives an unread body before an error is sent to a client that has asked to close the connection. Otherwise the runtime
 * would close it with unread bytes, and the network could drop the response (RFC 9112, section 9.6). On other connections
 * the runtime receives the body.
 */
export async function discardBeforeClose(request: Request): Promise<void> {
  const size = unreadBytes(request);
  if (size === 0 || size > maxDiscardedBytes || discarding >= maxDiscarding) return;
  if (request.headers.get('connection')?.toLowerCase() !== 'close') return;
  const receive = async () => {
    for await (const _ of request.body ?? []);
  };
  discarding++;
  try {
    await jsonLimits.settle(receive());
  } catch {
    // The client has disconnected, or is too slow to get the response in any case.
  } finally {
    discarding--;
  }
}

/** How many bodies are discarded at the same time. The runtime holds up to two megabytes of each. */
const maxDiscarding = 32;
let discarding = 0;

/** Reads a body of unknown length in chunks, and stops as soon as it is too large. */
async function readStream(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limits.maxBytes) throw tooLarge(limits);
    limits.onArrival?.(size);
    chunks.push(chunk);
  }
  // The runtime rejects unannounced trailers in the same tick, after it has delivered the body.
  await new Promise((resolve) => setImmediate(resolve));
  if (request.signal.aborted) throw new Error('the client disconnected, or sent trailers');
  return Buffer.concat(chunks);
}

/** The rest of the body stays unread, so the connection cannot be reused. */
const closing = { headers: { Connection: 'close' } };

function tooLarge({ maxBytes }: BodyLimits): ServiceError {
  return new ServiceError('payload_too_large', `The body must not exceed ${maxBytes} bytes. Nothing was changed.`);
}

export function tooSlow(timeoutMs = jsonTimeoutMs): ServiceError {
  const message = `The body did not arrive within ${timeoutMs / 1_000} seconds. Nothing was changed.`;
  return new ServiceError('request_timeout', message, closing);
}
