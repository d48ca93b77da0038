import { promisify } from 'node:util';
import { entityTag } from '../api/entity-tag.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersGzip } from '../http/request/accept.ts';
import type { Reply } from '../http/response/reply.ts';

/** Serves a text that never changes, compressed to clients that accept it. It is compressed when the first one asks. */
export function serveText(text: string, makeHeaders: () => Headers): Handler {
  const replyWith = (body: Blob, tagged: string, encoding?: string): Reply => {
    const headers = makeHeaders();
    headers.set('Vary', 'Accept-Encoding');
    headers.set('ETag', entityTag(tagged));
    if (encoding !== undefined) headers.set('Content-Encoding', encoding);
    return { status: 200, headers, body };
  };
  const plain = replyWith(new Blob([text]), text);
  let compressed: Promise<Reply> | undefined;
  return ({ request }) => {
    if (!prefersGzip(request.headers.get('Accept-Encoding'))) return plain;
    // The compressed bytes differ from the plain ones, so they need an ETag of their own.
    compressed ??= compress(text).then((bytes) => replyWith(new Blob([bytes]), `gzip ${text}`, 'gzip'));
    return compressed;
  };
}

/** In another thread: it can take tens of milliseconds. */
async function compress(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { gzip } = await import('node:zlib');
  return await promisify(gzip)(text, { level: 9 });
}
