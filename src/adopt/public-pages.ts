import { ServiceError } from '../api/errors.ts';
import { countInInventory } from '../catalogue/inventory/sql.ts';
import { type PublicView, toPublicListing } from '../catalogue/listings/public-view.ts';
import { findListing } from '../catalogue/listings/sql.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersGzip } from '../http/request/accept.ts';
import type { RequestContext } from '../http/request/context.ts';
import { CursorCodec } from '../http/request/cursor.ts';
import type { Reply } from '../http/response/reply.ts';
import { ResponseCache } from '../http/response/response-cache.ts';
import { parseInt64 } from '../lib/int64.ts';
import { dayMs } from '../lib/timestamp.ts';
import { redirectTo } from '../site/site.ts';
import type { Position } from '../store/statement.ts';
import type { Store } from '../store/store.ts';
import { animalPage } from './animal-page.ts';
import { createAssets } from './assets.ts';
import { findChoices, rememberFor } from './choices.ts';
import { feedName, printFeed } from './feed.ts';
import { findAnimals } from './find-animals.ts';
import {
  createInquiryPages,
  type InquiryFormOptions,
  type InquiryPagesOptions,
  type PublicPages,
} from './inquiries/inquiry-pages.ts';
import { createLanguage } from './language.ts';
import { listPage } from './list-page.ts';
import {
  isFiltered,
  type PublicQuery,
  printPublicQuery,
  readPublicQuery,
  withoutCursor,
  withQuery,
} from './list-query.ts';
import type { PublicPageLook } from './look.ts';
import { missingAnimal, missingPage } from './missing-page.ts';
import { maxAgeSeconds, pageText, replyWith, type Text } from './replies.ts';
import { homePath, type PublicSite } from './site.ts';
import { createSitemaps, readPartName, type SitemapPart } from './sitemap.ts';

export interface PublicPageDependencies extends PublicView, Pick<InquiryPagesOptions, 'formLimit' | 'countError'> {
  readonly look: PublicPageLook;
  /** Missing where visitors cannot ask about an animal in a form. */
  readonly inquiryForm?: InquiryFormOptions | undefined;
  readonly store: Store;
  /** The public address of the service. */
  readonly origin: string;
  readonly cursorSecret: string;
}

const pageSize = 20;
const feedSize = 50;
/** More than any page has. */
const maxSegments = 8;

/** The pages for everybody: the list of animals, a page and a form for each, sitemap and feed. */
export function createPublicPages(dependencies: PublicPageDependencies): PublicPages {
  const { look, statuses, store, origin, cursorSecret, formLimit, countError, inquiryForm } = dependencies;
  const language = createLanguage(look.language);
  const assets = createAssets(look);
  const site: PublicSite = { look, language, assets, origin };
  const inquiries =
    inquiryForm && createInquiryPages({ site, store, statuses, cursorSecret, formLimit, countError, ...inquiryForm });
  const cursors = new CursorCodec(cursorSecret, { isSealed: true });
  // Its own, so that visitors cannot push out responses of the API.
  const cache = new ResponseCache();
  const choices = rememberFor(maxAgeSeconds * 1_000, () => findChoices(store.reader, statuses, language));
  const sitemaps = createSitemaps(site, store.reader, statuses);

  /** Makes a response, or takes it from the cache. `name` tells what it depends on beside the store and the day. */
  const respond =
    (name: string, make: (context: RequestContext) => Promise<Text>): Handler =>
    (context) => {
      const { revision, now, request } = context;
      const key = `${name} ${Math.floor(now / dayMs)} ${prefersGzip(request.headers.get('Accept-Encoding')) ? 'gzip' : ''}`;
      return cache.findOrMake(key, revision, async () => replyWith(context, await make(context)));
    };

  async function makeList(query: PublicQuery, now: number): Promise<Text> {
    const list = `${homePath}?${printPublicQuery(withoutCursor(query))}`;
    const start = readCursor(list, query.cursor);
    const shown = start === undefined ? withoutCursor(query) : query;
    const range = { after: start?.id, key: start?.key, limit: pageSize };
    const { rows, next } = await findAnimals(store.reader, statuses, shown, range);
    const page = listPage(site, {
      query: shown,
      listings: rows,
      next: next && cursors.encode(list, next),
      count: isFiltered(query) ? undefined : await countInInventory(store.reader, { statuses }),
      choices: await choices(now),
      statuses,
      now: BigInt(now),
    });
    return pageText(site, page);
  }

  function readCursor(list: string, cursor: string | undefined): Position | undefined {
    try {
      return cursor === undefined ? undefined : cursors.decode(list, cursor);
    } catch (error) {
      // Changed by hand, or from another list: the page begins at the beginning.
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  async function makeAnimal(id: bigint, query: string, now: number): Promise<Text> {
    const found = await findListing(store.reader, id, statuses);
    if (found === undefined) {
      const { page, status } = await missingAnimal(site, store, { id, root: '../' });
      return pageText(site, page, status);
    }
    const listing = toPublicListing(found);
    return pageText(
      site,
      animalPage(site, {
        listing,
        hasForm: inquiries !== undefined,
        from: readPublicQuery(query, statuses),
        now: BigInt(now),
      }),
    );
  }

  async function makeFeed(now: bigint): Promise<Text> {
    const { rows } = await findAnimals(store.reader, statuses, {}, { after: undefined, limit: feedSize });
    return { status: 200, type: 'application/atom+xml; charset=utf-8', text: printFeed(site, rows, now) };
  }

  const xmlText = (text: string): Text => ({ status: 200, type: 'application/xml; charset=utf-8', text });

  const servePart =
    (asked: SitemapPart): Handler =>
    async (context) => {
      const part = await sitemaps.findPart(asked, context.now);
      const make = async () => xmlText(await sitemaps.printPart(part, context.revision));
      return await respond(`sitemap-${part.status}-${part.after}.xml`, make)(context);
    };

  function findPage(path: string): Handler | undefined {
    if (path === homePath) {
      return (context) => {
        const query = readPublicQuery(context.target.query, statuses);
        return respond(`?${printPublicQuery(query)}`, () => makeList(query, context.now))(context);
      };
    }
    // Each further slash makes the links of the page longer.
    if (!path.startsWith(`${homePath}/`) || path.split('/').length > maxSegments) return undefined;
    const name = path.slice(homePath.length + 1);
    if (name === '') {
      return (context) => redirectTo(withQuery('../adopt', readPublicQuery(context.target.query, statuses)))(context);
    }
    const id = parseInt64(name);
    if (id !== undefined) {
      return (context) => {
        const from = printPublicQuery(readPublicQuery(context.target.query, statuses));
        return respond(`${id}?${from}`, () => makeAnimal(id, from, context.now))(context);
      };
    }
    if (name === feedName) return respond(name, ({ now }) => makeFeed(BigInt(now)));
    if (name === 'sitemap.xml') return respond(name, async ({ now }) => xmlText(await sitemaps.printIndex(now)));
    const part = readPartName(name, statuses);
    if (part !== undefined) return servePart(part);
    return assets.find(name) ?? inquiries?.pages(path) ?? missing(path);
  }

  function missing(path: string): Handler {
    const root = '../'.repeat(path.split('/').length - 2);
    return (context): Promise<Reply> | Reply =>
      replyWith(context, pageText(site, missingPage(site, { root, missing: 'page' }), 404));
  }

  return { pages: findPage, forms: (path) => inquiries?.forms(path) };
}
