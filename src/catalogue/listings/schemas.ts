import { type TSchema, Type } from 'typebox';
import { closedObject, dateTime, int64, nameOf, oneOf, pageOf } from '../../api/schemas.ts';
import { CategoryId } from '../categories/schemas.ts';
import { NewPet, Pet, PetStatus } from '../pets/schemas.ts';
import { Photos } from '../photos/schemas.ts';
import { companions } from '../profiles/model.ts';
import { PetSex, PetSize, Profile, ProfileDraft, Species, Tag } from '../profiles/schemas.ts';
import { maxFacetValues } from './facet-rules.ts';

const { id, name, status } = Pet.properties;

export const Listing = Type.Object(
  {
    id,
    name,
    category: Type.Object(
      { id: CategoryId, name: Type.Optional(nameOf('category', 'Dogs')) },
      { description: 'The category. Its name is missing if it has none.' },
    ),
    status,
    profile: Profile,
    photos: Photos,
    createdAt: Type.Optional(dateTime('When the animal was added.')),
    updatedAt: Type.Optional(dateTime('When the animal, its profile or its photos were last changed.')),
    statusSince: Type.Optional(dateTime('Since when the animal has its status.')),
  },
  {
    $id: 'Listing',
    description:
      'An animal with all that a web site shows of it. A time is missing if it is before the service kept these times.',
  },
);

export const NewListing = closedObject(
  { ...NewPet.properties, name: nameOf('animal', 'Frank'), profile: Type.Optional(ProfileDraft) },
  {
    $id: 'NewListing',
    description: 'An animal to add, with its profile. `status` defaults to `available`.',
  },
);

export const Listings = pageOf(Listing, 'Listings', 'Animals, by ascending `id` unless `sort` says otherwise.');

const Companion = oneOf(companions);

export const CompanyFilter = Type.Array(Companion, { maxItems: companions.length });

export const maxTagFilters = 10;

export const Tags = Type.Array(Tag, { maxItems: maxTagFilters });

export const ChangedSince = dateTime('A time (RFC 3339).', '2026-11-21T10:00:00Z');

const animals = int64('The animals with this value.', '12');
const isComplete = Type.Boolean({
  description: 'Whether all animals were counted. Otherwise the counts are lower bounds, and values can be missing.',
});

function facetOf(members: Record<string, TSchema>) {
  const values = Type.Array(Type.Object({ ...members, count: animals }), { maxItems: maxFacetValues });
  return Type.Object({ isComplete, values });
}

export const ListingFacets = Type.Object(
  {
    status: facetOf({ value: PetStatus }),
    categoryId: facetOf({ value: CategoryId, name: Listing.properties.category.properties.name }),
    species: facetOf({ value: Species }),
    sex: facetOf({ value: PetSex }),
    size: facetOf({ value: PetSize }),
    goodWith: facetOf({ value: Companion }),
    tag: facetOf({ value: Tag }),
  },
  {
    $id: 'ListingFacets',
    description:
      'For each filter, how many animals the list would have with each of its values: in place of the value that a filter ' +
      'has, and for `goodWith` and `tag` in addition to it. The most frequent values come first, up to ' +
      `${maxFacetValues}; those that no animal has are missing.`,
  },
);

export const FacetedListings = Type.Object(
  { items: Listings, facets: ListingFacets },
  {
    $id: 'FacetedListings',
    description: 'A page of animals, and how many animals there are with each value of a filter.',
  },
);
