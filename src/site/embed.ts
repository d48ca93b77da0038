import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersGzip } from '../http/request/accept.ts';
import { baseHeaders, type Reply } from '../http/response/reply.ts';
import { consoleFolder } from '../lib/program-files.ts';
import { ServiceError } from '../model/errors.ts';
import { entityTag } from '../operations/entity-tag.ts';

/** The script that shows animals in pages of other web sites. They name this path, so it never changes. */
export const embedPath = '/embed.js';

/** Stands in the built script for whether there is a page for each animal. */
const hasPublicPageName = 'petstoreHasPublicPage';

/** Serves the script. It has no data: without a public key it shows nothing. */
export function createEmbed(hasPublicPage: () => boolean, folder = consoleFolder): Handler {
  let replies: { plain: Reply; compressed: Reply } | undefined;
  return ({ request }) => {
    replies ??= makeReplies(readScript(folder).replaceAll(hasPublicPageName, String(hasPublicPage())));
    return prefersGzip(request.headers.get('Accept-Encoding')) ? replies.compressed : replies.plain;
  };
}

function readScript(folder: string): string {
  const file = join(folder, 'embed/embed.js');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new ServiceError('unavailable', 'The script has not been built. Start the service with npm start.');
}

function makeReplies(text: string): { plain: Reply; compressed: Reply } {
  const etag = entityTag(text);
  const makeHeaders = (own: Record<string, string>) =>
    baseHeaders({
      'Content-Type': 'text/javascript; charset=utf-8',
      // Pages get another release within this time.
      'Cache-Control': 'public, max-age=300',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Accept-Encoding',
      ...own,
    });
  return {
    plain: { status: 200, headers: makeHeaders({ ETag: etag }), body: new Blob([text]) },
    compressed: {
      status: 200,
      headers: makeHeaders({ ETag: etag.replace(/"$/, '-gzip"'), 'Content-Encoding': 'gzip' }),
      body: new Blob([Bun.gzipSync(text, { level: 9 })]),
    },
  };
}
