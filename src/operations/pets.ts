import {
  createPet as create,
  createPets,
  removePet as remove,
  requirePet,
  updatePet as update,
} from '../domain/pets.ts';
import { countPets, findPets } from '../repositories/pets.ts';
import { list, read, write } from './define.ts';
import { change } from './define-change.ts';
import { CategoryId } from './schemas/categories.ts';
import { NewPet, Pet, PetChanges, PetId, PetIds, PetStatus, Pets } from './schemas/pets.ts';

const petId = {
  schema: PetId,
  description: 'Identifier of the animal.',
  notFound: 'pet_not_found',
} as const;

/** From then on an animal is read by the list. */
const readingEnds = Date.UTC(2030, 11, 5);

export const listPets = list({
  id: 'listPets',
  path: '/pets',
  tag: 'pets',
  summary: 'List animals',
  description: 'Animals by ascending `id`, filtered and page by page.',
  scope: 'pets:read',
  stability: 'stable',
  filters: {
    status: { schema: PetStatus, description: 'Only animals with this status.' },
    categoryId: { schema: CategoryId, description: 'Only animals of this category. Beta.' },
    id: { schema: PetIds, description: 'Only these animals, as far as they exist. May be repeated, up to 100 times.' },
  },
  entriesNamed: ({ id }) => id?.length,
  response: { status: 200, description: 'A page of animals.', schema: Pets },
  errors: [],
  find: findPets,
  count: countPets,
});

export const createPet = write({
  id: 'createPet',
  method: 'POST',
  path: '/pets',
  tag: 'pets',
  summary: 'Add an animal',
  description: 'The animal is on the disk when the answer comes.',
  scope: 'pets:write',
  stability: 'stable',
  pathParameters: {},
  body: NewPet,
  response: {
    status: 201,
    description: 'The animal as it was added, with its `id`.',
    schema: Pet,
    location: (pet) => `/pets/${pet.id}`,
    locationUntil: readingEnds,
  },
  errors: [],
  run: (tx, { body, now }) => create(tx, { draft: body, at: now }),
  runTogether: (tx, requests) =>
    createPets(
      tx,
      requests.map(({ body, now }) => ({ draft: body, at: now })),
    ),
});

export const getPet = read({
  id: 'getPet',
  path: '/pets/{petId}',
  tag: 'pets',
  summary: 'Get an animal',
  description: 'One animal by its identifier.',
  scope: 'pets:read',
  stability: 'stable',
  deprecation: {
    announcedAt: Date.UTC(2025, 11, 5),
    removedAt: readingEnds,
    advice: 'Use `GET /pets` with `id`, or with the `status` filter.',
    successor: (path) => (path === undefined ? '/pets' : `/pets?id=${path['petId']}`),
  },
  pathParameters: { petId },
  response: { status: 200, description: 'The animal.', schema: Pet },
  errors: ['pet_not_found', 'operation_removed'],
  find: (db, { petId: id }) => requirePet(db, id),
});

export const updatePet = change({
  id: 'updatePet',
  method: 'PATCH',
  path: '/pets/{petId}',
  tag: 'pets',
  summary: 'Change an animal',
  description:
    'Changes what the body names, and nothing else; a value that is there already is no change, and no event. An animal that is available can become pending or sold, one that ' +
    'is pending available or sold, one that is sold available. While an open order holds it, its status stays.',
  scope: 'pets:write',
  // The answer shows all of the animal, also to who has changed nothing.
  furtherScopes: ['pets:read'],
  stability: 'beta',
  pathParameters: { petId },
  body: PetChanges,
  mediaTypes: ['application/json', 'application/merge-patch+json'],
  response: { status: 200, description: 'The animal as it is now.', schema: Pet },
  errors: ['pet_not_found', 'pet_has_open_order', 'invalid_transition'],
  target: { schema: Pet, find: (db, { petId: id }) => requirePet(db, id) },
  run: (tx, pet, { body, now }) => update(tx, pet, body, now),
});

export const deletePet = change({
  id: 'deletePet',
  method: 'DELETE',
  path: '/pets/{petId}',
  tag: 'pets',
  summary: 'Remove an animal',
  description: 'Removes an animal for good. Its identifier is never given again. One with an open order stays.',
  scope: 'pets:write',
  stability: 'beta',
  pathParameters: { petId },
  response: { status: 204, description: 'The animal is gone.' },
  errors: ['pet_not_found', 'pet_has_open_order'],
  target: { schema: Pet, find: (db, { petId: id }) => requirePet(db, id) },
  run: (tx, pet, { now }) => remove(tx, pet, now),
});
