import { renderSVG } from 'uqr';
import type { Listing } from '../animals/listings/model.ts';
import { toPublicListing } from '../animals/listings/public-view.ts';
import { countMatchingListings } from '../animals/listings/rules.ts';
import { findListing, loadListings } from '../animals/listings/sql.ts';
import type { PublicView } from '../api/call.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { SearchTurns } from '../http/pipeline/turns.ts';
import type { RequestContext } from '../http/request/context.ts';
import { CursorCodec } from '../http/request/cursor.ts';
import { ResponseCache } from '../http/response/response-cache.ts';
import type { Store } from '../store/store.ts';
import { animalPage } from './animal-page.ts';
import { createAssets } from './assets.ts';
import { favoritesPage } from './favorites-page.ts';
import { printFeed } from './feed.ts';
import type { InquiryFormOptions } from './inquiries/form-page.ts';
import type { InquiryPagesOptions } from './inquiries/inquiry-pages.ts';
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
  isFiltered,
  type PublicQuery,
  printPublicQuery,
  takesTurn,
  withoutCursor,
} from './list/list-query.ts';
import type { PublicPageLook } from './look.ts';
import { missingPage } from './missing-page.ts';
import { homePath, type PublicSite } from './page.ts';
import { maxAgeSeconds, pageText, type Text, variesBy } from './replies.ts';
import { createSitemaps } from './sitemap.ts';
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

/** What the pages of all languages have in common. Its own caches, so that visitors cannot push out responses of the API. */
export function createShared({ look, statuses, store, origin, cursorSecret }: PublicPageDependencies) {
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

export type Shared = ReturnType<typeof createShared>;

/** Finds the animals of the pages. */
function createFinder({ store, searchTurns }: PublicPageDependencies, { foundCache, choices }: Shared) {
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

  return { listOf, find };
}

/** Makes the pages of animals, and what there is of them for programs. */
export function createPageMakers(site: PublicSite, dependencies: PublicPageDependencies, shared: Shared) {
  const { statuses, store, inquiryForm } = dependencies;
  const { cursors, choices } = shared;
  const { listOf, find } = createFinder(dependencies, shared);

  async function makeList(query: PublicQuery, context: RequestContext): Promise<Text> {
    const { today } = context;
    const list = `${homePath}?${printPublicQuery(askedIn(withoutCursor(query)))}`;
    const after = readCursor(cursors, maxReadings * statuses.length, list, query.cursor);
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
      hasForm: inquiryForm !== undefined,
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

  return { list: makeList, animal: makeAnimal, code: makeCode, favorites: makeFavorites, feed: makeFeed };
}

/** Without a result for a cursor that was changed by hand or is from another list: the page begins at the beginning. */
function readCursor(cursors: CursorCodec, parts: number, list: string, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  for (let part = 0; part < parts; part++) {
    try {
      const { id, key } = cursors.decode(`${part} ${list}`, cursor);
      return id === partStart ? { part } : { part, id, key };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return undefined;
}
