import { gzipSync } from 'node:zlib';
import type { Answer } from '../http/answer.ts';
import type { Handler } from '../http/respond.ts';
import { entityTag } from '../operations/entity-tag.ts';
import { acceptsGzip } from './compression.ts';

/** The OpenAPI document. It is compressed once, when somebody first asks for it so: to a sixteenth of its size. */
export function createDocumentPage(document: object): Handler {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const plain: Answer = { status: 200, headers: documentHeaders(text), body: text };
  let compressed: Answer | undefined;
  return ({ request }) => {
    if (!acceptsGzip(request)) return plain;
    compressed ??= compress(text);
    return compressed;
  };
}

function compress(text: string): Answer {
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
