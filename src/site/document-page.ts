import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Handler } from '../http/pipeline/respond.ts';
import { type Reply, siteHeaders } from '../http/response/reply.ts';
import { entityTag } from '../operations/entity-tag.ts';
import { acceptsGzip } from './console.ts';

/** Serves the OpenAPI document. It is compressed on the first request that accepts gzip, to a sixteenth of its size. */
export function createDocumentPage(document: object): Handler {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const plain: Reply = { status: 200, headers: documentHeaders(text), body: new Blob([text]) };
  let compressed: Promise<Reply> | undefined;
  return ({ request }) => {
    if (!acceptsGzip(request)) return plain;
    compressed ??= compress(text);
    return compressed;
  };
}

/** In another thread: it takes tens of milliseconds. */
async function compress(text: string): Promise<Reply> {
  // The compressed bytes differ from the plain ones, so they need an ETag of their own.
  const headers = documentHeaders(`gzip ${text}`);
  headers.set('Content-Encoding', 'gzip');
  return { status: 200, headers, body: new Blob([await promisify(gzip)(text, { level: 9 })]) };
}

function documentHeaders(tagged: string): Headers {
  return siteHeaders({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: entityTag(tagged),
  });
}
