import { ServiceError } from '../errors.ts';
import { Patience } from './patience.ts';

export const maxBodyBytes = 64 * 1_024;
const bodyTimeoutMs = 10_000;
const patience = new Patience(bodyTimeoutMs);

/** The whole body of a request with one of these media types. @throws ServiceError 408, 413, 415 */
export async function readBody(request: Request, mediaTypes: readonly string[]): Promise<Uint8Array> {
  requireMediaType(request, mediaTypes);
  refuseEncoded(request.headers.get('content-encoding'));
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBodyBytes) throw tooLarge();
  return new Uint8Array(
    await patience.wait<ArrayBuffer>(declared === null ? readStream(request) : request.arrayBuffer(), tooSlow),
  );
}

/** Says which types would do, by `Accept-Patch` (RFC 5789) or `Accept-Post` (Linked Data Platform 1.0). */
function requireMediaType({ headers, method }: Request, mediaTypes: readonly string[]): void {
  const mediaType = (headers.get('content-type')?.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (mediaTypes.includes(mediaType)) return;
  const message = `Send the body with Content-Type: ${mediaTypes.join(' or ')}.`;
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

/** A body of unannounced length is read piece by piece, so that an endless one costs no more than an allowed one. */
async function readStream(request: Request): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > maxBodyBytes) throw tooLarge();
    pieces.push(piece);
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
