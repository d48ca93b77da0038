import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../domain/key-format.ts';
import { ServiceError } from '../errors.ts';
import type { Handler } from '../http/respond.ts';
import { pageHeaders } from './page-headers.ts';
import type { Site } from './site.ts';

/** Where `scripts/build-console.ts` puts what it makes. */
const folder = new URL('../../build/console/', import.meta.url).pathname;
const assetPath = '/console/';
/** The first parts of the addresses within the console: all of them are answered with its one page. */
const places = new Set(['', 'animals', 'orders', 'import', 'keys', 'webhooks']);
const assetName = /^[\w-]+\.(js|css)$/;
const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** The console for people: a page that works in the browser, and what belongs to it. */
export function createConsole(environment: Environment): Site {
  let page: string | undefined;
  const answerPage: Handler = () => {
    page ??= drawPage(environment);
    return { status: 200, headers: pageHeaders('text/html; charset=utf-8'), body: page };
  };
  return (path) => {
    if (path.startsWith(assetPath)) return assetAt(path.slice(assetPath.length));
    return places.has(path.split('/')[1] ?? '') ? answerPage : undefined;
  };
}

/** @throws ServiceError `unavailable` when the console was not built */
function drawPage(environment: Environment): string {
  const file = join(folder, 'index.html');
  if (existsSync(file)) return readFileSync(file, 'utf8').replace('{environment}', environment);
  throw new ServiceError('unavailable', 'The console is not built: start the service with npm start.');
}

/** A script or its styles. Its name changes with its content, so that a browser may keep it for ever. */
function assetAt(name: string): Handler | undefined {
  const type = types[assetName.exec(name)?.[1] ?? ''];
  if (type === undefined || !existsSync(join(folder, name))) return undefined;
  return async ({ request }) => {
    const isCompressed = request.headers.get('Accept-Encoding')?.includes('gzip') === true;
    const headers = pageHeaders(type);
    headers.set('Cache-Control', 'public, max-age=31536000, immutable');
    headers.set('Vary', 'Accept-Encoding');
    if (isCompressed) headers.set('Content-Encoding', 'gzip');
    return { status: 200, headers, body: await Bun.file(join(folder, isCompressed ? `${name}.gz` : name)).bytes() };
  };
}
