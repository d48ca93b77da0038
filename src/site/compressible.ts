import { promisify } from 'node:util';
import { entityTag, tagOfCompressed } from '../api/entity-tag.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersGzip } from '../http/request/accept.ts';
import type { Reply } from '../http/response/reply.ts';

/** Serves a text that never changes, compressed to clients that accept it. It is compressed when the first one asks. */
export function serveText(text: string | Buffer<ArrayBuffer>, makeHeaders: () => Headers): Handler {
  const replyWith = (body: Blob, tag: string, encoding?: string): Reply => {
    const headers = makeHeaders();
    headers.set('Vary', 'Accept-Encoding');
    headers.set('ETag', tag);
    if (encoding !== undefined) headers.set('Content-Encoding', encoding);
    return { status: 200, headers, body };
  };
  const tag = entityTag(String(text));
  const plain = replyWith(new Blob([text]), tag);
  let compressed: Promise<Reply> | undefined;
  return ({ request }) => {
    if (!prefersGzip(request.headers.get('Accept-Encoding'))) return plain;
    compressed ??= compress(text).then((bytes) => replyWith(new Blob([bytes]), tagOfCompressed(tag), 'gzip'));
    return compressed;
  };
}

/** In another thread: it can take tens of milliseconds. */
async function compress(text: string | Buffer<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { gzip } = await import('node:zlib');
  return await promisify(gzip)(text, { level: 9 });
}
