import { read } from '../../api/define.ts';
import type { WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { change } from '../define-write.ts';
import { auditStampOf } from '../keys/caller-rules.ts';
import { changeShelter, findShelter } from './rules.ts';
import { Shelter, ShelterChanges } from './schemas.ts';

const common = { path: path`/shelter`, stability: 'beta' } as const;

const getShelter = read({
  id: 'getShelter',
  ...common,
  summary: 'Get the shelter',
  description: 'Returns what the shelter says of itself.',
  scope: 'any',
  isPublic: true,
  response: { status: 200, description: 'The shelter.', schema: Shelter },
  errors: ['origin_not_allowed'],
  find: (db, _path, _query, caller) => findShelter(db, caller),
});

const placeOf = ({ shelter = { facts: {} }, origin }: WriteCall) => ({ shelter, origin });

export const updateShelter = change({
  id: 'updateShelter',
  method: 'PATCH',
  ...common,
  summary: 'Change the shelter',
  description:
    'Changes only the fields in the body. The public page and the console of every node show them within a second. Fields ' +
    'in `locked` cannot be changed.',
  scope: 'settings:write',
  takesShelter: true,
  body: ShelterChanges,
  response: { status: 200, description: 'The updated shelter.', schema: Shelter },
  target: { schema: Shelter, find: (db, _path, call) => findShelter(db, placeOf(call)) },
  async run(tx, shown, call) {
    await changeShelter(tx, call.body, shown, auditStampOf(call));
    return await findShelter(tx, placeOf(call));
  },
});

export const shelter: Resource = {
  tag: 'shelter',
  about: 'What the shelter says of itself.',
  operations: [getShelter, updateShelter],
};
