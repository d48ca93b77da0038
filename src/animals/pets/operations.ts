import { maxPageSize } from '../../../contract/limits.ts';
import { change, create } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { Reference } from '../../record/shapes/profile-schemas.ts';
import { CategoryId, Pet, PetStatus } from '../../record/shapes/schemas.ts';
import { indexPets } from './index-rules.ts';
import { addPet, addPets, changePet, removePet, requirePet } from './rules.ts';
import { NewPet, PetChanges, PetIds, PetSearch, PetSort, Pets, petId } from './schemas.ts';
import { countPets, maxTerms, searchPets } from './search-rules.ts';
import { findPets } from './sql.ts';

/** When `getPet` is removed. From then on single animals are read through the list. */
const getPetRemovedAt = Date.UTC(2030, 11, 5);

/** A filter of lists of animals. */
export const byPetIds = {
  schema: PetIds,
  description:
    `Only the animals with these ids. May be repeated up to ${maxPageSize} times: \`limit\` then defaults to their number. Unknown ` +
    'ids are ignored.',
};

/** What `sort` of lists of animals says. */
export const sortOfPets =
  'The order of the animals: by `id` (the default), by `name` without regard to case and accents, or with `-` ' +
  'descending: `-createdAt` begins with the animal added last, `-updatedAt` with the one changed last. Animals with ' +
  'the same value are in the order of their ids, in the same direction.';

const listPets = list({
  id: 'listPets',
  path: path`/pets`,
  summary: 'List animals',
  description:
    'Returns animals by ascending `id`, in pages. With `q`, or with `sort` and another filter, a page can have fewer animals ' +
    'than `limit`, or none, and still a `Link` to the next page: it ends before the search takes long. With `q`, ' +
    '`Prefer: count=exact` is ignored if there are very many such animals.',
  scope: 'pets:read',
  stability: 'stable',
  filters: {
    status: { schema: PetStatus, description: 'Only animals with this status.' },
    categoryId: { schema: CategoryId, description: 'Only animals of this category. Beta.', stability: 'beta' },
    reference: {
      schema: Reference,
      description: 'Only the animal with this `reference` in its profile. Beta.',
      stability: 'beta',
    },
    id: byPetIds,
    q: {
      schema: PetSearch,
      description:
        `Only animals whose names have words that begin with each of these words, up to ${maxTerms}, in any order. Case and accents ` +
        'do not matter: `ros` finds Rosé, and `kaethe` Käthe. Chinese and Japanese characters are found anywhere in a name. Any other character ' +
        'separates words, and a text without a word finds nothing. Beta.',
      stability: 'beta',
    },
    sort: { schema: PetSort, description: `${sortOfPets} Beta.`, stability: 'beta' },
  },
  defaultLimit: ({ id }) => id?.length,
  response: { status: 200, description: 'A page of animals.', schema: Pets },
  find: findPets,
  search: searchPets,
  count: countPets,
});

export const createPet = create({
  id: 'createPet',
  method: 'POST',
  path: path`/pets`,
  summary: 'Add an animal',
  description: 'Adds an animal. It is durably stored before the response is sent.',
  scope: 'pets:write',
  stability: 'stable',
  body: NewPet,
  response: {
    status: 201,
    description: 'The added animal, with its `id`.',
    schema: Pet,
    location: (pet) => `/pets/${pet.id}`,
    locationUntil: getPetRemovedAt,
  },
  run: (tx, call) => addPet(tx, { draft: call.body, stamp: stampOf(call) }),
  runTogether: (tx, requests) =>
    addPets(
      tx,
      requests.map((call) => ({ draft: call.body, stamp: stampOf(call) })),
    ),
});

const getPet = read({
  id: 'getPet',
  path: path`/pets/${petId}`,
  summary: 'Get an animal',
  description: 'Returns an animal by its identifier.',
  scope: 'pets:read',
  stability: 'stable',
  deprecation: {
    announcedAt: Date.UTC(2025, 11, 5),
    removedAt: getPetRemovedAt,
    advice: 'Use `GET /pets` with `id`, or with the `status` filter.',
    successor: (path) => (path === undefined ? '/pets' : `/pets?id=${path['petId']}`),
  },
  response: { status: 200, description: 'The animal.', schema: Pet },
  errors: ['operation_removed'],
  find: (db, { petId: id }) => requirePet(db, id),
});

export const updatePet = change({
  id: 'updatePet',
  method: 'PATCH',
  path: path`/pets/${petId}`,
  summary: 'Change an animal',
  description:
    'Changes only the fields in the body. A value that is already set is not a change and creates no event. An available ' +
    'animal can become pending or sold, a pending one available or sold, and a sold one available. The status cannot be ' +
    'changed while the animal has an open order.',
  scope: 'pets:write',
  // The response shows the whole animal, even if nothing was changed.
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: PetChanges,
  response: { status: 200, description: 'The updated animal.', schema: Pet },
  errors: ['pet_has_open_order', 'invalid_transition'],
  target: { schema: Pet, find: (db, { petId: id }) => requirePet(db, id) },
  run: (tx, pet, call) => changePet(tx, pet, call.body, stampOf(call)),
});

export const deletePet = change({
  id: 'deletePet',
  method: 'DELETE',
  path: path`/pets/${petId}`,
  summary: 'Remove an animal',
  description:
    'Removes an animal permanently. Its identifier is never reused. An animal with an open order cannot be removed.',
  scope: 'pets:write',
  stability: 'beta',
  response: { status: 204, description: 'The animal has been removed.' },
  errors: ['pet_has_open_order'],
  target: { schema: Pet, find: (db, { petId: id }) => requirePet(db, id) },
  run: (tx, pet, call) => removePet(tx, pet, stampOf(call)),
});

export const pets: Resource = {
  tag: 'pets',
  about: 'The animals of the catalogue.',
  operations: [listPets, createPet, getPet, updatePet, deletePet],
  commands: [indexPets],
};
