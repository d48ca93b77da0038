import type { Environment } from '../domain/key-format.ts';
import type { Handler } from '../http/respond.ts';
import { entityTag } from '../operations/entity-tag.ts';
import { consoleFolder } from '../program-files.ts';
import { acceptsGzip } from './compression.ts';
import { type Asset, type ConsoleBuild, readConsoleBuild } from './console-build.ts';
import { pageHeaders } from './page-headers.ts';
import type { Site } from './site.ts';

const assetPath = '/console/';
const referencePath = '/docs';
/** The addresses within the console. What lies below a place is the page's to find, or to say that it is not there. */
const place = /^\/(?:(?:animals|orders|import|keys|webhooks)(?:\/.*)?)?$/;

/** The console and the API reference: pages that work in the browser, and their assets. They are read when first asked for. */
export function createConsole(environment: Environment, folder = consoleFolder): Site {
  let build: ConsoleBuild | undefined;
  const built = () => {
    build ??= readConsoleBuild(folder);
    return build;
  };
  const pageHandler =
    (name: 'page' | 'referencePage'): Handler =>
    () => {
      const body = built()[name].replace('{environment}', environment);
      const headers = pageHeaders('text/html; charset=utf-8');
      headers.set('ETag', entityTag(body));
      return { status: 200, headers, body };
    };
  const answerPage = pageHandler('page');
  const answerReference = pageHandler('referencePage');
  return (path) => {
    if (place.test(path)) return answerPage;
    if (path === referencePath) return answerReference;
    if (!path.startsWith(assetPath)) return undefined;
    const asset = built().assets.get(path.slice(assetPath.length));
    return asset && ((exchange) => answerAsset(asset, exchange.request));
  };
}

/** The name of an asset changes with its content, so a browser may keep it for ever. */
function answerAsset({ type, bytes, compressed }: Asset, request: Request): ReturnType<Handler> {
  const isCompressed = acceptsGzip(request);
  const headers = pageHeaders(type);
  headers.set('Cache-Control', 'public, max-age=31536000, immutable');
  headers.set('Vary', 'Accept-Encoding');
  if (isCompressed) headers.set('Content-Encoding', 'gzip');
  return { status: 200, headers, body: isCompressed ? compressed : bytes };
}
