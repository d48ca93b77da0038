import { Type } from 'typebox';
import type { GoodWith } from '../../model/profiles.ts';
import { dateTime, maxPageSize, nameOf } from './base.ts';
import { CategoryId } from './categories.ts';
import { NewPet, Pet } from './pets.ts';
import { Photos } from './photos.ts';
import { Profile, ProfileDraft, Tag } from './profiles.ts';

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
    createdAt: Type.Optional(dateTime({ description: 'When the animal was added.' })),
    updatedAt: Type.Optional(
      dateTime({ description: 'When the animal, its profile or its photos were last changed.' }),
    ),
    statusSince: Type.Optional(dateTime({ description: 'Since when the animal has its status.' })),
  },
  {
    $id: 'Listing',
    description:
      'An animal with all that a web site shows of it. A time is missing if it is before the service kept these times.',
  },
);

export const NewListing = Type.Object(
  { ...NewPet.properties, profile: Type.Optional(ProfileDraft) },
  {
    $id: 'NewListing',
    description: 'An animal to add, with its profile. `status` defaults to `available`.',
    additionalProperties: false,
  },
);

export const Listings = Type.Array(Listing, {
  $id: 'Listings',
  maxItems: maxPageSize,
  description: 'Animals, by ascending `id` unless `sort` says otherwise.',
});

export const Company = Type.Array(Type.Unsafe<keyof GoodWith>({ type: 'string', enum: ['children', 'dogs', 'cats'] }), {
  maxItems: 3,
});

export const Tags = Type.Array(Tag, { maxItems: 10 });

export const ChangedSince = dateTime({ description: 'A time (RFC 3339).', examples: ['2026-11-21T10:00:00Z'] });
