import { type TSchema, type TUnsafe, Type } from 'typebox';
import { defaultPageSize, maxPageSize } from '../../../contract/limits.ts';
import { listingParts } from '../../../contract/pet.ts';
import { declaredFields } from '../../../contract/profile-fields.ts';
import type { QueryParameter } from '../../api/operation.ts';
import { closedObject, date, dateTime, int64, nameOf, oneOf, pageOf } from '../../api/schemas.ts';
import {
  companions,
  dateFilters,
  type FieldFilters,
  filterFields,
  foldedFields,
  internalFields,
} from '../../record/shapes/profile-model.ts';
import { PetSex, PetSize, Species, schemaOf, Tag } from '../../record/shapes/profile-schemas.ts';
import { CategoryId, Pet, PetStatus } from '../../record/shapes/schemas.ts';
import { NewPet } from '../pets/schemas.ts';
import { Photos } from '../photos/schemas.ts';
import { Profile, ProfileDraft } from '../profiles/schemas.ts';
import { maxFacetValues } from './facet-rules.ts';
import { listingSorts } from './model.ts';

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
    url: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2_048,
        description:
          'The address of its page, where the public page is on. It is 404 while the public does not see the animal.',
      }),
    ),
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

const Part = oneOf(listingParts);
export const MissingParts = Type.Array(Part, { maxItems: listingParts.length });

export const maxTagFilters = 10;

/** Values of one filter, one of which an animal has. */
const maxValues = 20;
const anyOf = <Value extends TSchema>(value: Value) => Type.Array(value, { maxItems: maxValues });

export const Statuses = anyOf(PetStatus);

export const ListingSort = oneOf(listingSorts, { default: 'id', examples: ['name'] });

/** The filters of the fields of the profile. */
export function filtersOfFields() {
  const [spelled, internal]: [readonly string[], readonly string[]] = [foldedFields, internalFields];
  const values = filterFields.map((name) => {
    const schema: TSchema = schemaOf(name);
    if (declaredFields[name].kind === 'flag') {
      const flag = Type.Boolean({ examples: [true] });
      return [name, { schema: flag, description: `Only animals of which \`${name}\` has this value.` }];
    }
    const also = `${spelled.includes(name) ? ' Case, accents and blanks do not matter.' : ''}${internal.includes(name) ? ' Not for public keys.' : ''}`;
    return [
      name,
      {
        schema: anyOf(schema),
        description: `Only animals with this \`${name}\`. May be repeated: with one of these.${also}`,
      },
    ];
  });
  const days = dateFilters.map(({ field, name, isAfter }) => {
    const schema = date('A date (RFC 3339).', declaredFields[field].example);
    return [
      name,
      { schema, description: `Only animals with a \`${field}\` ${isAfter ? 'after' : 'before'} this day.` },
    ];
  });
  return Object.fromEntries([...values, ...days]) as {
    [Name in keyof FieldFilters]-?: QueryParameter & { schema: TUnsafe<Required<FieldFilters>[Name]> };
  };
}

export const Tags = Type.Array(Tag, { maxItems: maxTagFilters });

export const ChangedSince = dateTime('A time (RFC 3339).', '2026-11-21T10:00:00Z');

export const ChangePosition = Type.String({
  description: 'A position in the changes.',
  maxLength: 100,
  examples: ['AAAAAAAAAAmm4OKJCTqYQk0RAnnwWq7L'],
});

export const ChangesLimit = Type.Integer({
  format: 'int32',
  minimum: 1,
  maximum: maxPageSize,
  default: defaultPageSize,
});

export const ListingChanges = Type.Object(
  {
    changed: Type.Array(Listing, {
      maxItems: maxPageSize,
      description: 'Animals that were added or changed, as they are now.',
    }),
    removed: Type.Array(id, {
      maxItems: maxPageSize,
      description: 'Animals that are gone, or that the public does not see any more.',
    }),
    renamedCategories: Type.Array(Type.Object({ id: CategoryId, name: nameOf('category', 'Dogs') }), {
      maxItems: maxPageSize,
      description:
        'Categories that have got another name, or their first one. Their animals are not in `changed` because of that.',
    }),
    next: ChangePosition,
    hasMore: Type.Boolean({ description: 'Whether more is known already after `next`.' }),
  },
  { $id: 'ListingChanges', description: 'What happened to animals after a position.' },
);

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
