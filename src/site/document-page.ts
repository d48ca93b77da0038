import { promisify } from 'node:util';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersGzip } from '../http/request/accept.ts';
import { type Reply, siteHeaders } from '../http/response/reply.ts';
import type { Json } from '../operations/document/components.ts';
import { toInt64Strings } from '../operations/document/int64-strings.ts';
import { entityTag } from '../operations/entity-tag.ts';

const int64StringsQuery = 'int64=string';

/**
 * Serves an OpenAPI document, and its form with 64-bit integers as strings. Each is made on its first request, because
 * making them takes almost as much processor time as the rest of a start.
 */
export function createDocumentPage(createDocument: () => Json): Handler {
  let servePlain: Handler | undefined;
  let serveStrings: Handler | undefined;
  return (context) => {
    if (context.target.query !== int64StringsQuery) {
      servePlain ??= serveDocument(createDocument());
      return servePlain(context);
    }
    serveStrings ??= serveDocument(toInt64Strings(createDocument()));
    return serveStrings(context);
  };
}

/** It is compressed on the first request that accepts gzip, to a twelfth of its size. */
function serveDocument(document: Json): Handler {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const plain: Reply = { status: 200, headers: documentHeaders(text), body: new Blob([text]) };
  let compressed: Promise<Reply> | undefined;
  return ({ request }) => {
    if (!prefersGzip(request.headers.get('Accept-Encoding'))) return plain;
    compressed ??= compress(text);
    return compressed;
  };
}

/** In another thread: it takes tens of milliseconds. */
async function compress(text: string): Promise<Reply> {
  // The compressed bytes differ from the plain ones, so they need an ETag of their own.
  const headers = documentHeaders(`gzip ${text}`);
  headers.set('Content-Encoding', 'gzip');
  const { gzip } = await import('node:zlib');
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
