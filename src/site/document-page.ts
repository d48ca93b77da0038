import type { Json } from '../api/document/components.ts';
import { toInt64Strings } from '../api/document/int64-strings.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { siteHeaders } from '../http/response/reply.ts';
import { serveText } from './compressible.ts';

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

function serveDocument(document: Json): Handler {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' };
  return serveText(`${JSON.stringify(document, null, 2)}\n`, () => siteHeaders(headers));
}
