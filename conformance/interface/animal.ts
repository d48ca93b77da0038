import type { JsonObject } from '../answer.ts';
import { expectInt64, expectOneOf, expectOnlyMembers, expectText } from '../expect.ts';

/** What the interface says of every animal in a response. */

export const statuses = ['available', 'pending', 'sold'] as const;

export interface AnimalRule {
  readonly promise: string;
  readonly rule: string;
  check(animal: JsonObject): void;
}

export const animalRules: readonly AnimalRule[] = [
  {
    promise: 'an id is an int64 given as a JSON number',
    rule: 'id is an integer with the format int64, required in responses.',
    check: ({ id }) => void expectInt64('id', id),
  },
  {
    promise: 'a name is a string',
    rule: 'name is a string, required.',
    check: ({ name }) => void expectText('name', name),
  },
  {
    promise: 'a categoryId is an int64 given as a JSON number',
    rule: 'categoryId is an integer with the format int64, required.',
    check: ({ categoryId }) => void expectInt64('categoryId', categoryId),
  },
  {
    promise: 'a status is available, pending or sold',
    rule: 'The allowed values of PetStatus are exactly available, pending and sold.',
    check: ({ status }) => status === undefined || expectOneOf('a status that is one of', status, statuses),
  },
  {
    promise: 'an animal has no other members than id, name, categoryId and status',
    rule: 'An animal is the fields of a new animal plus an identifier.',
    check: (animal) => expectOnlyMembers(animal, [], ['id', 'name', 'categoryId', 'status']),
  },
];
