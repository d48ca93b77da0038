import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../errors/service-error.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { baseHeaders } from '../http/response/reply.ts';
import { consoleFolder } from '../lib/system/program-files.ts';
import { serveText } from './compressible.ts';

/** The script that shows animals in pages of other web sites. They name this path, so it never changes. */
export const embedPath = '/embed.js';

/** Stands in the built script for whether there is a page for each animal. */
const hasPublicPageName = 'petstoreHasPublicPage';

/** Serves the script. It has no data: without a public key it shows nothing. */
export function createEmbed(hasPublicPage: () => boolean, folder = consoleFolder): Handler {
  let serve: Handler | undefined;
  return (context) => {
    const script = () => readScript(folder).replaceAll(hasPublicPageName, String(hasPublicPage()));
    serve ??= serveText(script(), () => baseHeaders(headers));
    return serve(context);
  };
}

const headers = {
  'Content-Type': 'text/javascript; charset=utf-8',
  // Pages get another release within this time.
  'Cache-Control': 'public, max-age=300',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

function readScript(folder: string): string {
  const file = join(folder, 'embed/embed.js');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new ServiceError('unavailable', 'The script has not been built. Start the service with npm start.');
}
