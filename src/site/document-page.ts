import { gzipSync } from 'node:zlib';
import type { Handler } from '../http/pipeline/respond.ts';
import type { Reply } from '../http/response/reply.ts';
import { entityTag } from '../operations/entity-tag.ts';
import { acceptsGzip } from './console.ts';

/** The OpenAPI document. It is compressed once, when somebody first asks for it so: to a sixteenth of its size. */
export function createDocumentPage(document: object): Handler {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const plain: Reply = { status: 200, headers: documentHeaders(text), body: text };
  let compressed: Reply | undefined;
  return ({ request }) => {
    if (!acceptsGzip(request)) return plain;
    compressed ??= compress(text);
    return compressed;
  };
}

function compress(text: string): Reply {
  // Other bytes than the plain ones, so they have another tag.
  const headers = documentHeaders(`gzip ${text}`);
  headers.set('Content-Encoding', 'gzip');
  return { status: 200, headers, body: new Uint8Array(gzipSync(text, { level: 9 })) };
}

function documentHeaders(tagged: string): Headers {
  return new Headers({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: entityTag(tagged),
  });
}
