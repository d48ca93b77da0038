import { renderSVG } from 'uqr';
import { parseInt64 } from '../../contract/int64.ts';
import type { PublicLanguage } from '../../contract/shelter.ts';
import type { Listing } from '../animals/listings/model.ts';
import { type PublicView, toPublicListing } from '../animals/listings/public-view.ts';
import { countMatchingListings } from '../animals/listings/rules.ts';
import { findListing, loadListings } from '../animals/listings/sql.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import type { SearchTurns } from '../http/pipeline/turns.ts';
import { preferredLanguage, prefersGzip } from '../http/request/accept.ts';
import type { RequestContext } from '../http/request/context.ts';
import { CursorCodec } from '../http/request/cursor.ts';
import { ResponseCache } from '../http/response/response-cache.ts';
import { redirectTo, type Site } from '../site/site.ts';
import type { Store } from '../store/store.ts';
import { animalPage } from './animal-page.ts';
import { createAssets } from './assets.ts';
import { favoritesName, favoritesPage } from './favorites-page.ts';
import { printFeed } from './feed.ts';
import type { InquiryFormOptions } from './inquiries/form-page.ts';
import { type PublicPages, replyUnstored } from './inquiries/form-replies.ts';
import { createInquiryPages, type InquiryPagesOptions } from './inquiries/inquiry-pages.ts';
import { createLanguage } from './language.ts';
import { findChoices, type Moment, rememberFor } from './list/choices.ts';
import {
  type AnimalRange,
  type FoundAnimals,
  findAnimals,
  findSimilar,
  maxReadings,
  type Place,
  type Shown,
} from './list/find-animals.ts';
import { listPage } from './list/list-page.ts';
import {
  askedIn,
  filtersOf,
  isFiltered,
  langIn,
  type PublicQuery,
  printPublicQuery,
  readPublicQuery,
  takesTurn,
  withoutCursor,
  withQuery,
} from './list/list-query.ts';
import type { PublicPageLook } from './look.ts';
import { missingPage } from './missing-page.ts';
import { maxAgeSeconds, pageText, replyWith, type Text, variesBy } from './replies.ts';
import { feedName, homePath, type PublicSite } from './site.ts';
import { createSitemaps, printRobots, readPartName, type SitemapPart } from './sitemap.ts';
import { animalAddress } from './structured-data.ts';

export interface PublicPageDependencies
  extends Pick<PublicView, 'statuses'>,
    Pick<InquiryPagesOptions, 'formLimit' | 'countError'> {
  readonly look: PublicPageLook;
  /** Missing where visitors cannot ask about an animal in a form. */
  readonly inquiryForm?: InquiryFormOptions | undefined;
  readonly store: Store;
  /** The public address of the service. */
  readonly origin: string;
  readonly cursorSecret: string;
  readonly searchTurns: SearchTurns;
}

const pageSize = 20;
/** In a cursor, for a page that begins where a part of the list does. No animal has this id. */
const partStart = 0n;
const feedSize = 50;
const codeName = /^([0-9]+)\/qr\.svg$/;
/** More than any page has. */
const maxSegments = 8;

type AllPages = PublicPages & { readonly missing: Site };

/**
 * The pages for everybody, in the language that the address names or that the browser prefers: the list of animals, a page and
 * a form for each, sitemap and feed.
 */
export function createPublicPages(dependencies: PublicPageDependencies): AllPages {
  const { languages } = dependencies.look;
  const shared = createShared(dependencies);
  const [first, ...others] = languages.map((code) => [code, createPagesIn(code, dependencies, shared)] as const);
  const each = new Map(others);
  const chosen = ({ request, target }: RequestContext): AllPages | undefined => {
    const { lang } = readPublicQuery(target.query, dependencies.statuses);
    const isOffered = lang !== undefined && languages.includes(lang);
    return each.get(isOffered ? lang : preferredLanguage(languages, request.headers.get('Accept-Language')));
  };
  const inLanguage =
    (name: keyof AllPages): Site =>
    (path) => {
      const page = first?.[1][name](path);
      return page && ((context) => (chosen(context)?.[name](path) ?? page)(context));
    };
  return { pages: inLanguage('pages'), forms: inLanguage('forms'), missing: inLanguage('missing') };
}

/** What the pages of all languages have in common. Its own caches, so that visitors cannot push out responses of the API. */
function createShared({ look, statuses, store, origin, cursorSecret }: PublicPageDependencies) {
  const assets = createAssets(look);
  const language = createLanguage(look.languages[0]);
  return {
    assets,
    cursors: new CursorCodec(cursorSecret, { isSealed: true }),
    cache: new ResponseCache(),
    foundCache: new ResponseCache<FoundAnimals>(),
    choices: rememberFor(maxAgeSeconds * 1_000, ({ today }) => findChoices(store.reader, statuses, today)),
    sitemaps: createSitemaps({ look, language, assets, origin }, store.reader, statuses),
  };
}

function createPagesIn(
  code: PublicLanguage,
  dependencies: PublicPageDependencies,
  { assets, cursors, cache, foundCache, choices, sitemaps }: ReturnType<typeof createShared>,
): AllPages {
  const { look, statuses, store, origin, cursorSecret, formLimit, countError, inquiryForm, searchTurns } = dependencies;
  const site: PublicSite = { look, language: createLanguage(code), assets, origin };
  const inquiries =
    inquiryForm && createInquiryPages({ site, store, statuses, cursorSecret, formLimit, countError, ...inquiryForm });
  const robots: Text = { status: 200, type: 'text/plain; charset=utf-8', text: printRobots(site) };

  /** Makes a response, or takes it from the cache. `name` tells what it depends on beside the store and the day. */
  const respond =
    (name: string, make: (context: RequestContext) => Promise<Text>): Handler =>
    (context) => {
      const key = `${name} ${prefersGzip(context.request.headers.get('Accept-Encoding')) ? 'gzip' : ''}`;
      return cache.findOrMake(key, context, async () => replyWith(context, await make(context)));
    };

  const listOf = async (groups: Shown['statuses'], moment: Moment): Promise<Shown> => {
    return { statuses: groups, today: moment.today, kinds: (await choices(moment)).kinds };
  };

  /** Finds animals in the turn of the visitor, or in the cache: what somebody has remembered does not change what is found. */
  async function find(
    context: RequestContext,
    groups: Shown['statuses'],
    query: PublicQuery,
    range: AnimalRange,
  ): Promise<Omit<FoundAnimals, 'ids'> & { listings: Listing[] }> {
    const asked = askedIn(query);
    const shown = await listOf(groups, context);
    const findIds = () => findAnimals(store.reader, shown, asked, range);
    const { ids, next } = await (takesTurn(asked)
      ? foundCache.findOrMake(`${range.limit} ${printPublicQuery(asked)}`, context, () => searchTurns(context, findIds))
      : findIds());
    return { listings: await loadListings(store.reader, ids), next };
  }

  async function makeList(query: PublicQuery, context: RequestContext): Promise<Text> {
    const { today } = context;
    const list = `${homePath}?${printPublicQuery(askedIn(withoutCursor(query)))}`;
    const after = readCursor(list, query.cursor);
    const shown = after === undefined ? withoutCursor(query) : query;
    // Those that somebody has reserved come after those that nobody has.
    const inOrder = statuses.map((status) => [status]);
    const { listings, next } = await find(context, inOrder, shown, { after, limit: pageSize });
    const page = listPage(site, {
      query: shown,
      listings,
      next: next && cursors.encode(`${next.part} ${list}`, { id: partStart, ...next }),
      count: isFiltered(query) ? undefined : await countMatchingListings(store.reader, { statuses, publicOn: today }),
      choices: await choices(context),
      statuses,
      today,
    });
    return pageText(site, page);
  }

  /** Without a result for a cursor that was changed by hand or is from another list: the page begins at the beginning. */
  function readCursor(list: string, cursor: string | undefined): Place | undefined {
    if (cursor === undefined) return undefined;
    for (let part = 0; part < maxReadings * statuses.length; part++) {
      try {
        const { id, key } = cursors.decode(`${part} ${list}`, cursor);
        return id === partStart ? { part } : { part, id, key };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    }
    return undefined;
  }

  function makeMissing(root: string, from: PublicQuery = {}): Text {
    return pageText(site, missingPage(site, { root, missing: 'animal', from }), 404);
  }

  async function makeAnimal(id: bigint, from: PublicQuery, moment: Moment): Promise<Text> {
    const { today } = moment;
    const found = await findListing(store.reader, id, { statuses, today });
    if (found === undefined) return makeMissing('../', from);
    const similar = await findSimilar(store.reader, await listOf([statuses.slice(0, 1)], moment), found);
    const content = {
      listing: toPublicListing(found),
      similar,
      hasForm: inquiries !== undefined,
      from,
      today,
    };
    return pageText(site, animalPage(site, content));
  }

  /** The QR code (ISO/IEC 18004) of the address of an animal's page, with the margin that the standard asks for. */
  async function makeCode(id: bigint, today: bigint): Promise<Text> {
    if ((await findListing(store.reader, id, { statuses, today })) === undefined) return makeMissing('../../');
    const code = renderSVG(animalAddress(site, id), { boostEcc: true, border: 4, pixelSize: 1 });
    // Otherwise there are gaps between the squares at some sizes.
    const text = code.replace('<svg ', '<svg shape-rendering="crispEdges" ');
    return { status: 200, type: 'image/svg+xml', text, headers: { 'Content-Security-Policy': "default-src 'none'" } };
  }

  async function makeFavorites(from: PublicQuery, today: bigint): Promise<Text> {
    const listings = await loadListings(store.reader, from.keep ?? [], { statuses, today });
    return pageText(site, favoritesPage(site, { from, listings, today }));
  }

  /** A page that depends on the query of its address. */
  const withPublicQuery =
    (name: string, make: (query: PublicQuery, context: RequestContext) => Promise<Text>): Handler =>
    (context) => {
      const query = readPublicQuery(context.target.query, statuses);
      return respond(withQuery(`${code} ${name}`, query), (context) => make(query, context))(context);
    };

  async function makeFeed(query: PublicQuery, context: RequestContext): Promise<Text> {
    const { today } = context;
    const { listings } = await find(context, [statuses], query, { limit: feedSize });
    const content = { query, listings, choices: await choices(context), today };
    return {
      status: 200,
      type: 'application/atom+xml; charset=utf-8',
      text: printFeed(site, content),
      headers: variesBy(site),
    };
  }

  const xmlText = (text: string): Text => ({ status: 200, type: 'application/xml; charset=utf-8', text });

  const servePart =
    (asked: SitemapPart): Handler =>
    async (context) => {
      const part = await sitemaps.findPart(asked, context);
      const make = async () => xmlText(await sitemaps.printPart(part, context.revision, context.today));
      return await respond(`sitemap-${part.status}-${part.after}.xml`, make)(context);
    };

  function findPage(path: string): Handler | undefined {
    if (path === homePath) return withPublicQuery('', makeList);
    if (path === '/robots.txt') return respond(path, async () => robots);
    // Each further slash makes the links of the page longer.
    if (!path.startsWith(`${homePath}/`) || path.split('/').length > maxSegments) return undefined;
    const name = path.slice(homePath.length + 1);
    if (name === '') {
      return (context) => redirectTo(withQuery('../adopt', readPublicQuery(context.target.query, statuses)))(context);
    }
    const id = parseInt64(name);
    if (id !== undefined) return withPublicQuery(name, (from, context) => makeAnimal(id, from, context));
    if (name === favoritesName) return withPublicQuery(name, (from, { today }) => makeFavorites(from, today));
    if (name === feedName)
      return withPublicQuery(name, (query, context) => makeFeed({ ...filtersOf(query), ...langIn(query) }, context));
    const [, coded = ''] = codeName.exec(name) ?? [];
    const codedId = parseInt64(coded);
    if (codedId !== undefined) return respond(`${code} ${name}`, ({ today }) => makeCode(codedId, today));
    if (name === 'sitemap.xml') return respond(name, async (context) => xmlText(await sitemaps.printIndex(context)));
    const part = readPartName(name, statuses);
    if (part !== undefined) return servePart(part);
    return (
      assets.find(name) ??
      inquiries?.pages(path) ??
      ((context) => replyWith(context, pageText(site, nothingAt(path, context), 404)))
    );
  }

  const nothingAt = (path: string, { target }: RequestContext) => {
    const root = '../'.repeat(path.split('/').length - 2);
    return missingPage(site, { root, missing: 'page', from: readPublicQuery(target.query, statuses) });
  };

  return {
    pages: findPage,
    forms: (path) => inquiries?.forms(path),
    missing: (path) => (context) => replyUnstored(site, nothingAt(path, context), 404),
  };
}
