import type { CallerId } from '../../api/call.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import type { Queryable } from '../../store/statement.ts';
import { change, create } from '../define-write.ts';
import { createSignIn, createSignInLink, deleteDevice, getOwnSignInLink, listDevices } from './device-operations.ts';
import { invitePersonByOperator } from './device-rules.ts';
import { addPerson, changePerson, endPerson, maxPeople, requireOwnPerson, requirePerson } from './rules.ts';
import { NewPerson, People, Person, PersonChanges, personId } from './schemas.ts';
import { countPeople, findPeople } from './sql.ts';

const common = { scope: 'people:admin', stability: 'beta' } as const;

const target = {
  schema: Person,
  find: (db: Queryable, { personId: id }: { personId: bigint }) => requirePerson(db, id),
};

function isOfPerson({ personId: id }: { personId: bigint }, caller: CallerId): boolean {
  return caller.personId === id;
}

const listPeople = list({
  id: 'listPeople',
  path: path`/people`,
  summary: 'List people',
  description: 'Returns people by ascending `id`, in pages.',
  ...common,
  isConfidential: true,
  response: { status: 200, description: 'A page of people.', schema: People },
  find: (db, _, range) => findPeople(db, {}, range),
  count: (db) => countPeople(db, {}),
});

export const createPerson = create({
  id: 'createPerson',
  method: 'POST',
  path: path`/people`,
  summary: 'Add a person',
  description:
    `Adds a person, of whom there can be ${maxPeople}. She cannot have a scope that the caller's key lacks, and signs in with a ` +
    'link (`POST /people/{personId}/sign-in-links`).',
  ...common,
  body: NewPerson,
  response: {
    status: 201,
    description: 'The added person, with her `id`.',
    schema: Person,
    location: ({ id }) => `/people/${id}`,
  },
  errors: ['too_many_people', 'person_not_found'],
  findAgain: requirePerson,
  run: (tx, call) => addPerson(tx, call, call.body),
});

const getPerson = read({
  id: 'getPerson',
  path: path`/people/${personId}`,
  summary: 'Get a person',
  description: 'Returns a person by her identifier.',
  ...common,
  isConfidential: true,
  response: { status: 200, description: 'The person.', schema: Person },
  find: target.find,
});

const getOwnPerson = read({
  id: 'getOwnPerson',
  path: path`/people/self`,
  summary: 'Get yourself',
  description: 'Returns the person whose device has the key of the request. The key of a program gets 404.',
  scope: 'any',
  stability: 'beta',
  isConfidential: true,
  response: { status: 200, description: 'You.', schema: Person },
  errors: ['person_not_found'],
  find: (db, _path, _query, { callerId }) => requireOwnPerson(db, callerId),
});

const updatePerson = change({
  id: 'updatePerson',
  method: 'PATCH',
  path: path`/people/${personId}`,
  summary: 'Change a person',
  description:
    'Changes only the fields in the body. Her devices have another role from then on; if it has more scopes, they and her links ' +
    'end, and she signs in with a new one. Neither it nor hers before may have a ' +
    "scope that the caller's key lacks, and the last one who can manage keys keeps the role `admin`.",
  ...common,
  body: PersonChanges,
  response: { status: 200, description: 'The updated person.', schema: Person },
  errors: ['last_admin_key'],
  changedCaller: isOfPerson,
  target,
  run: (tx, person, call) => changePerson(tx, call, person, call.body),
});

const deletePerson = change({
  id: 'deletePerson',
  method: 'DELETE',
  path: path`/people/${personId}`,
  summary: 'End a person',
  description:
    'Erases a person with her devices and links; her webhooks are paused. What she has done keeps her `id` alone. Backups ' +
    'keep her for as long as you keep them. The last one who can manage keys cannot be ended, nor one with a scope that ' +
    "the caller's key lacks.",
  ...common,
  response: { status: 204, description: 'The person has been erased.' },
  errors: ['last_admin_key'],
  changedCaller: isOfPerson,
  target,
  run: (tx, person, call) => endPerson(tx, call, person),
});

export const people: Resource = {
  tag: 'people',
  about: 'People who sign in with links, and the devices on which they are signed in.',
  operations: [
    listPeople,
    createPerson,
    getPerson,
    getOwnPerson,
    updatePerson,
    deletePerson,
    createSignInLink,
    getOwnSignInLink,
    createSignIn,
    listDevices,
    deleteDevice,
  ],
  commands: [invitePersonByOperator],
};
