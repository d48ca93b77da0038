import { ServiceError } from '../../model/errors.ts';
import { Timeouts } from './timeouts.ts';

export const maxBodyBytes = 64 * 1_024;
const bodyTimeoutMs = 10_000;
const timeouts = new Timeouts(bodyTimeoutMs);
const noBytes = new Uint8Array();
/** JSON is UTF-8 (RFC 8259, section 8.1), of which ASCII is a part. */
const utf8 = /^charset="?(utf-?8|us-ascii)"?$/;

/** The connection ended before the whole body had come: nobody is there any more to be answered. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

/**
 * The whole body of a request, empty where it has none; one that it has must be of one of these media types.
 * @throws ServiceError 408, 413, 415
 * @throws RequestAborted
 */
export async function readBody(request: Request, mediaTypes: readonly string[]): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  // To look at `body` turns it into a stream, which costs: only where nothing else tells whether there is one.
  if (declared === null ? request.body === null : declared === '0') return noBytes;
  requireMediaType(request, mediaTypes, declared !== null);
  refuseEncoded(request.headers.get('content-encoding'));
  if (declared !== null && Number(declared) > maxBodyBytes) throw tooLarge();
  const bytes = new Uint8Array(
    await timeouts.wait<ArrayBuffer>(declared === null ? readStream(request) : readWhole(request), tooSlow),
  );
  if (bytes.length > 0) requireMediaType(request, mediaTypes, true);
  return bytes;
}

/**
 * Says which types would do, by `Accept-Patch` (RFC 5789) or `Accept-Post` (Linked Data Platform 1.0). A body whose
 * length is not announced may turn out to be none: then it needs no type.
 */
function requireMediaType({ headers, method }: Request, mediaTypes: readonly string[], isRequired: boolean): void {
  const contentType = headers.get('content-type');
  if (contentType === null && !isRequired) return;
  const [mediaType = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every((parameter) => !/^charset=/.test(parameter) || utf8.test(parameter));
  if (mediaTypes.includes(mediaType) && isUtf8) return;
  const message = `Send the body with Content-Type: ${mediaTypes.join(' or ')}${isUtf8 ? '' : ', in UTF-8'}.`;
  throw new ServiceError('unsupported_media_type', message, {
    headers: { [method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']: mediaTypes.join(', ') },
  });
}

function refuseEncoded(contentEncoding: string | null): void {
  if (contentEncoding === null || contentEncoding.toLowerCase() === 'identity') return;
  throw new ServiceError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}

async function readWhole(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch (cause) {
    throw new RequestAborted('the client went away', { cause });
  }
}

/** A body of unannounced length is read piece by piece, so that an endless one costs no more than an allowed one. */
async function readStream(request: Request): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of request.body ?? []) {
      size += piece.length;
      if (size > maxBodyBytes) throw tooLarge();
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : new RequestAborted('the client went away', { cause: error });
  }
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

/** What is left of the body is not read, so the connection cannot be used again. */
const closing = { headers: { Connection: 'close' } };

function tooLarge(): ServiceError {
  const message = `The body may have ${maxBodyBytes} bytes at most. Nothing was changed.`;
  return new ServiceError('payload_too_large', message, closing);
}

function tooSlow(): ServiceError {
  const message = `The body did not arrive within ${bodyTimeoutMs / 1_000} seconds. Nothing was changed.`;
  return new ServiceError('request_timeout', message, closing);
}
