import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consolePageAt } from '../../console/pages.ts';
import type { PetStatus } from '../../contract/pet.ts';
import { assetFolder, type Logo } from '../../contract/shelter.ts';
import { entityTag } from '../api/entity-tag.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersGzip } from '../http/request/accept.ts';
import type { RequestContext } from '../http/request/context.ts';
import { type Reply, siteHeaders } from '../http/response/reply.ts';
import type { Environment } from '../lib/key-format.ts';
import { consoleFolder } from '../lib/system/program-files.ts';
import { serveLogo } from './logo.ts';
import { redirectTo, type Site } from './site.ts';

const assetPath = `${assetFolder}/`;
const referencePath = '/docs';
/** More than any page of the console has. Each number of slashes needs a reply of its own, so it is bounded. */
const maxSlashes = 8;

/** What the console has to know before anybody signs in. */
export interface ConsoleFacts {
  readonly environment: Environment | 'demo';
  /** The statuses of the animals on the public page; missing without that page. */
  readonly publicPage: readonly PetStatus[] | undefined;
  /** The name of the zone whose days are the shelter's. */
  readonly timeZone: () => string;
  /** What the shelter is called; missing if the operator has not said it. */
  readonly name?: string | undefined;
  readonly logo?: Logo | undefined;
  /** The color of the shelter, as `#rrggbb`: as text and behind white text, and as text in the dark color scheme. */
  readonly accents: readonly [light: string, dark: string];
}

/** The build in a folder, read when it is first used. */
export function rememberBuild(folder = consoleFolder): () => ConsoleBuild {
  let build: ConsoleBuild | undefined;
  return () => {
    build ??= readConsoleBuild(folder);
    return build;
  };
}

/** Serves the console, the API reference and their assets. `missing` serves the page that says that there is nothing. */
export function createConsole(facts: ConsoleFacts, built: () => ConsoleBuild): Site & { readonly missing: Site } {
  const { environment, publicPage = [], name = '', accents } = facts;
  const logo = facts.logo && serveLogo(facts.logo);
  const texts = {
    environment,
    publicPage: publicPage.join(' '),
    name,
    title: name || 'Petstore',
    accents: accents.join(' '),
  };
  const pageHandler = (which: keyof typeof pageFiles, root: string) => {
    let page: Reply | undefined;
    let zone: string | undefined;
    return () => {
      const timeZone = facts.timeZone();
      if (page === undefined || zone !== timeZone) {
        const icon = logo ? `${root}console/${logo.name}` : 'data:,';
        page = makePage(fill(built().pages[which], { ...texts, timeZone, icon, root }));
        zone = timeZone;
      }
      return page;
    };
  };
  // Pages name their assets relative to their own path, because a proxy may have removed a prefix from it.
  const servePages = Array.from({ length: maxSlashes }, (_, index) => pageHandler('page', '../'.repeat(index)));
  const serveOverview = pageHandler('overview', '');
  const serveReference = pageHandler('reference', '');
  const missing = (path: string) => {
    const page = servePages[countSlashes(path) - 1];
    return page && (() => ({ ...page(), status: 404 }));
  };
  const find = (path: string) => {
    if (path === '/') return serveOverview;
    // Whether there is anything below a page is for the console to say.
    if (consolePageAt(path) !== undefined) return servePages[countSlashes(path) - 1];
    if (path === referencePath) return serveReference;
    if (path === `${referencePath}/`) return redirectTo(`..${referencePath}`);
    if (!path.startsWith(assetPath)) return undefined;
    const file = path.slice(assetPath.length);
    if (file.startsWith('logo-')) return logo?.name === file ? logo.serve : missingLogo;
    const asset = built().assets.get(file);
    return asset && ((context: RequestContext) => serveAsset(asset, context.request));
  };
  return Object.assign(find, { missing });
}

/** Also that of a change that this node has not seen yet. */
const missingLogo: Handler = () => {
  throw new ServiceError('not_found', 'Unknown path. The shelter has another logo, or none.');
};

/** Puts texts into the placeholders of a page. */
function fill(page: string, texts: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => Bun.escapeHTML(texts[name] ?? placeholder));
}

function countSlashes(path: string): number {
  return path.split('/').length - 1;
}

function makePage(text: string): Reply {
  const headers = consoleHeaders('text/html; charset=utf-8');
  headers.set('ETag', entityTag(text));
  return { status: 200, headers, body: new Blob([text]) };
}

/** The name of an asset contains a hash of its content, so browsers may cache it forever. */
function serveAsset({ type, bytes, compressed }: Asset, request: Request): ReturnType<Handler> {
  const isCompressed = prefersGzip(request.headers.get('Accept-Encoding'));
  const headers = consoleHeaders(type);
  headers.set('Cache-Control', 'public, max-age=31536000, immutable');
  headers.set('Vary', 'Accept-Encoding');
  if (isCompressed) headers.set('Content-Encoding', 'gzip');
  return { status: 200, headers, body: isCompressed ? compressed : bytes };
}

/** A script or a style sheet. */
export interface Asset {
  readonly type: string;
  readonly bytes: Blob;
  readonly compressed: Blob;
}

/** The built console and API reference. */
export interface ConsoleBuild {
  /** With placeholders for what a page has to know, and for the path from it to the root. */
  readonly pages: Readonly<Record<keyof typeof pageFiles, string>>;
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Of the console, of what it shows first, and of the API reference. */
const pageFiles = { page: 'index.html', overview: 'overview.html', reference: 'reference.html' };

const types: readonly (readonly [suffix: string, type: string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
];

/**
 * Reads a whole build at once, so that a page and its assets belong together even when the folder is rebuilt meanwhile.
 * @throws ServiceError `unavailable` when the console was not built
 */
export function readConsoleBuild(folder: string): ConsoleBuild {
  if (!existsSync(join(folder, pageFiles.reference))) {
    throw new ServiceError('unavailable', 'The console has not been built. Start the service with npm start.');
  }
  const read = (name: keyof typeof pageFiles) => readFileSync(join(folder, pageFiles[name]), 'utf8');
  const pages = { page: read('page'), overview: read('overview'), reference: read('reference') };
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = types.find(([suffix]) => name.endsWith(suffix))?.[1];
    if (type === undefined) continue;
    const bytesOf = (file: string) => new Blob([readFileSync(join(folder, file))]);
    assets.set(name, { type, bytes: bytesOf(name), compressed: bytesOf(`${name}.gz`) });
  }
  return { pages, assets };
}

/** The pages set inline styles; scripts, fonts and requests stay within this origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of everything that a browser shows or runs. Revalidated on each use unless overridden. */
export function consoleHeaders(type: string): Headers {
  return siteHeaders({
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  });
}
