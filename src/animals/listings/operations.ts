import { Type } from 'typebox';
import { defaultPageSize } from '../../../contract/limits.ts';
import type { PetStatus } from '../../../contract/pet.ts';
import { create } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { list, read } from '../../api/define.ts';
import type { ReadContext, WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { found } from '../../errors/service-error.ts';
import { withCommas } from '../../lib/format.ts';
import { searchedFields } from '../../record/shapes/profile-model.ts';
import { CategoryId } from '../../record/shapes/schemas.ts';
import { maxParts, maxTestedRows } from '../../store/search/sorted.ts';
import { byPetIds, sortOfPets } from '../pets/operations.ts';
import { PetSearch, petId } from '../pets/schemas.ts';
import { presentPhoto } from '../photos/operations.ts';
import { findChanges, findNewestChange } from './change-rules.ts';
import { countFacets } from './facet-rules.ts';
import type { Listing as ListingRecord } from './model.ts';
import { narrowToVisible, toPublicListing } from './public-view.ts';
import { addListing, countMatchingListings, searchListings } from './rules.ts';
import {
  ChangedSince,
  ChangePosition,
  ChangesLimit,
  CompanyFilter,
  FacetedListings,
  filtersOfFields,
  Listing,
  ListingChanges,
  ListingFacets,
  ListingSort,
  Listings,
  MissingParts,
  maxTagFilters,
  NewListing,
  Statuses,
  Tags,
} from './schemas.ts';
import { findListing } from './sql.ts';

const listListings = list({
  id: 'listListings',
  path: path`/listings`,
  summary: 'List animals for a web site',
  description:
    'Returns animals with the names of their categories, their profiles, photos and times, by ascending `id` or in another order, in ' +
    'pages. All filters ' +
    `must match. To test filters and words that no index answers, a page reads ${withCommas(maxTestedRows)} animals, and ` +
    `while none of them matches, up to ${withCommas(maxParts * maxTestedRows)}. ` +
    'So it may have fewer entries than `limit`, or none, and still a `Link` to the next page. `Prefer: count=exact` is ' +
    'ignored where more animals would have to be read. `Prefer: count=facets` returns an object of the page and of how many ' +
    'animals there are with each value of the filters, for a web site to show beside them.',
  scope: 'listings:read',
  isPublic: true,
  isCompressible: true,
  stability: 'beta',
  filters: {
    status: { schema: Statuses, description: 'Only animals with this status. May be repeated: with one of these.' },
    categoryId: { schema: CategoryId, description: 'Only animals of the category with this number.' },
    ...filtersOfFields(),
    goodWith: { schema: CompanyFilter, description: 'Only animals that get along with these. May be repeated.' },
    tag: {
      schema: Tags,
      description: `Only animals with this tag. May be repeated up to ${maxTagFilters} times: all tags must match.`,
    },
    onHold: {
      schema: Type.Boolean({ examples: [true] }),
      description:
        'Only animals that the public does not see today because of `holdUntil`, or only the others. Not for public keys.',
    },
    missing: {
      schema: MissingParts,
      description:
        'Only animals that are not ready to be shown: without one of these. May be repeated. Not for public keys.',
    },
    changedSince: {
      schema: ChangedSince,
      description:
        'Only animals that were changed at this time or later. Does not tell which ones are gone: `GET /listings/changes` does.',
    },
    id: byPetIds,
    q: {
      schema: PetSearch,
      description:
        `Only animals in whose texts (name, ${searchedFields.join(', ')}) words begin with each of these words, as \`q\` of ` +
        '`GET /pets`. Of a long description the first words are searched, about 500 different ones. With a public key `location` is not ' +
        'searched, and a single letter is a whole word; others also find a microchip by its last digits, four or more.',
    },
    byKind: {
      schema: Type.Boolean({ examples: [true] }),
      description:
        'Whether words of `q` for kinds of animals mean these: `black cat` finds black animals that are cats, and `kitten` cats below a ' +
        'year, whatever their texts say. Only facets count such a list. Not for public keys.',
    },
    sort: {
      schema: ListingSort,
      description: `${sortOfPets} \`birthDate\` begins with the oldest animal and \`arrivedOn\` with the one that arrived first; animals without the date come last.`,
    },
  },
  defaultLimit: ({ id }) => id?.length,
  // An index answers the others.
  takesTurn: ({ status: _, categoryId: __, id: ___, ...others }) => Object.keys(others).length > 0,
  response: { status: 200, description: 'A page of animals.', schema: Listings },
  errors: ['origin_not_allowed'],
  search: async (db, filters, range, context) => {
    const { rows, next } = await searchListings(db, visible(filters, context), range, context.today);
    return { rows: rows.map((listing) => show(listing, context)), next };
  },
  count: (db, filters, context) => countMatchingListings(db, visible(filters, context)),
  facets: {
    page: FacetedListings,
    counts: ListingFacets,
    count: (db, filters, context) => countFacets(db, withDays(filters, context), context.today, context.publicView),
  },
});

const getListing = read({
  id: 'getListing',
  path: path`/listings/${petId}`,
  summary: 'Get an animal for a web site',
  description: 'Returns an animal with the name of its category, its profile, photos and times.',
  scope: 'listings:read',
  isPublic: true,
  stability: 'beta',
  response: { status: 200, description: 'The animal.', schema: Listing },
  errors: ['origin_not_allowed'],
  find: async (db, { petId: id }, _query, context) => {
    const listing = findListing(db, id, context.publicView);
    return show(await found(listing, 'pet_not_found', () => `There is no animal with the id ${id}.`), context);
  },
});

const listListingChanges = read({
  id: 'listListingChanges',
  path: path`/listings/changes`,
  summary: 'Follow the changes of animals',
  description:
    'Tells what happened to animals after a position, for a program that keeps a copy of them. First ask without `after` for ' +
    'the current position, then read all pages of `GET /listings`, then ask again and again with the position of the last ' +
    'response: at once while `hasMore` is true, otherwise some time later. Replace the animals in `changed`, remove those in ' +
    '`removed`, also those that you do not have, and give the animals of `renamedCategories` the new name of their ' +
    'category. An animal is as it is now, so that only the last state of several is told, and the same change can be told more ' +
    'than once. To a public key an animal that the public does not see any more is removed. A position is valid as long as ' +
    'events are kept (`PETSTORE_EVENTS_DAYS`, 90 days by default), for keys that are public or for the others; a public one as long as ' +
    'the public sees the same statuses, and no more than 100 holds have ended after it. Otherwise, and after a backup was restored, ' +
    'the response is 410 `changes_expired`: begin again.',
  scope: 'listings:read',
  isPublic: true,
  stability: 'beta',
  query: {
    after: {
      schema: ChangePosition,
      description: 'The `next` of the response before. Without it, nothing but the current position is told.',
    },
    limit: {
      schema: ChangesLimit,
      description: 'The maximum number of animals and categories in a response. Defaults to 20.',
    },
  },
  response: { status: 200, description: 'The changes.', schema: ListingChanges },
  errors: ['origin_not_allowed', 'invalid_cursor', 'changes_expired'],
  find: async (db, _, { after, limit = defaultPageSize }, context) => {
    const { positions, publicView } = context;
    if (positions === undefined) throw new Error('changes have no positions');
    const found =
      after === undefined
        ? await findNewestChange(db, publicView)
        : await findChanges(db, positions.decode('after', after), limit, publicView);
    const changed = found.changed.map((listing) => show(listing, context));
    return { ...found, changed, next: positions.encode(found.next) };
  },
});

export const createListing = create({
  id: 'createListing',
  method: 'POST',
  path: path`/listings`,
  summary: 'Add an animal with its profile',
  description: 'Adds an animal and its profile in one step: both are durably stored, or neither is.',
  scope: 'pets:write',
  // The response shows the name of the category.
  additionalScopes: ['listings:read'],
  stability: 'beta',
  takesShelter: true,
  body: NewListing,
  response: {
    status: 201,
    description: 'The added animal.',
    schema: Listing,
    location: ({ id }) => `/listings/${id}`,
  },
  errors: ['reference_in_use'],
  run: async (tx, call) => {
    const { profile = {}, ...draft } = call.body;
    return show(await addListing(tx, { draft, profile, stamp: stampOf(call) }), call);
  },
});

export const listings: Resource = {
  tag: 'listings',
  about: 'Animals as web sites show them.',
  operations: [listListings, listListingChanges, createListing, getListing],
};

function show(
  listing: ListingRecord,
  { origin, publicView, shelter }: Pick<ReadContext, 'origin' | 'publicView'> & Pick<WriteCall, 'shelter'>,
) {
  const shown = publicView === undefined ? listing : toPublicListing(listing);
  const { pageUrl } = shelter ?? {};
  const address = pageUrl !== undefined && { url: `${pageUrl}/${listing.id}` };
  return { ...shown, ...address, photos: listing.photos.map((photo) => presentPhoto(photo, origin)) };
}

/** The filters for what the client may see. */
function visible<Filters extends { status?: readonly PetStatus[] | undefined; onHold?: boolean | undefined }>(
  filters: Filters,
  context: ReadContext,
) {
  return withDays(narrowToVisible(filters, context.publicView), context);
}

/** With the day that `onHold` is about. */
function withDays<Filters extends { onHold?: boolean | undefined }>(
  { onHold, ...filters }: Filters,
  { today }: ReadContext,
): Omit<Filters, 'onHold'> & { heldOn?: bigint; notHeldOn?: bigint } {
  return onHold === undefined ? filters : { ...filters, ...(onHold ? { heldOn: today } : { notHeldOn: today }) };
}
