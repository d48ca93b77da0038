import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consolePageAt } from '../../console/pages.ts';
import type { Environment } from '../domain/key-format.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { consoleFolder } from '../lib/program-files.ts';
import { ServiceError } from '../model/errors.ts';
import { entityTag } from '../operations/entity-tag.ts';
import { pageHeaders } from './page-headers.ts';
import type { Site } from './site.ts';

const assetPath = '/console/';
const referencePath = '/docs';

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
    // Whether there is anything below a page is for the console to say.
    if (consolePageAt(path) !== undefined) return answerPage;
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

/** A script or its styles, whose name changes with its content. */
export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
}

/** The console and the API reference as they were built. */
export interface ConsoleBuild {
  /** The page of the console, in which the environment is still to be filled. */
  readonly page: string;
  /** The page of the API reference, likewise. */
  readonly referencePage: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

const types: readonly (readonly [suffix: string, type: string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
];

/**
 * Reads all of a build at once: who has its page finds what belongs to it, whatever becomes of the folder meanwhile.
 * @throws ServiceError `unavailable` when the console was not built
 */
export function readConsoleBuild(folder: string): ConsoleBuild {
  const pageFile = join(folder, 'index.html');
  if (!existsSync(pageFile)) {
    throw new ServiceError('unavailable', 'The console is not built: start the service with npm start.');
  }
  const page = readFileSync(pageFile, 'utf8');
  const referencePage = readFileSync(join(folder, 'reference.html'), 'utf8');
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = types.find(([suffix]) => name.endsWith(suffix))?.[1];
    if (type === undefined) continue;
    const read = (file: string) => new Uint8Array(readFileSync(join(folder, file)));
    assets.set(name, { type, bytes: read(name), compressed: read(`${name}.gz`) });
  }
  return { page, referencePage, assets };
}

/** Whether a client takes a body that is compressed with gzip (RFC 9110, section 12.5.3). */
export function acceptsGzip({ headers }: Request): boolean {
  const codings = (headers.get('Accept-Encoding') ?? '').toLowerCase().split(',');
  return codings.some((coding) => {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
