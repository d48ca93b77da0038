import { createPet as create, createPets } from '../domain/pets.ts';
import { ServiceError } from '../errors.ts';
import { countPets, findPet, findPets } from '../store/pets.ts';
import { andThen } from '../store/statement.ts';
import { list, read, write } from './define.ts';
import { NewPet, Pet, PetId, PetIds, PetStatus, Pets } from './schemas.ts';

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
    id: { schema: PetIds, description: 'Only these animals, as far as they exist. May be repeated, up to 100 times.' },
  },
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
  },
  errors: [],
  isOneStatement: true,
  run: (tx, { body }) => create(tx, body),
  runTogether: (tx, requests) =>
    createPets(
      tx,
      requests.map(({ body }) => body),
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
    removedAt: Date.UTC(2030, 11, 5),
    advice: 'Use `GET /pets` with `id`, or with the `status` filter.',
    successor: (path) => (path === undefined ? '/pets' : `/pets?id=${path['petId']}`),
  },
  pathParameters: {
    petId: { schema: PetId, description: 'Identifier of the animal.', notFound: 'pet_not_found' },
  },
  response: { status: 200, description: 'The animal.', schema: Pet },
  errors: ['pet_not_found', 'operation_removed'],
  find: (db, { petId }) => andThen(findPet(db, petId), (pet) => pet ?? petNotFound(petId)),
});

function petNotFound(id: bigint): never {
  throw new ServiceError('pet_not_found', `There is no animal with the id ${id}.`);
}
