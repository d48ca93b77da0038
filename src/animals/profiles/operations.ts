import { scopesOf } from '../../../contract/scopes.ts';
import { change } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { requireOwnKey } from '../../access/keys/rules.ts';
import { requireScopes } from '../../api/call.ts';
import { read } from '../../api/define.ts';
import type { WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import type { Profile as ProfileValue } from '../../record/shapes/profile-model.ts';
import type { Queryable } from '../../store/statement.ts';
import { requirePet } from '../pets/rules.ts';
import { petId } from '../pets/schemas.ts';
import { keepReturned } from './older-rules.ts';
import { changeProfile, foldProfiles, repairSearchTexts, replaceProfile } from './rules.ts';
import { Profile, ProfileChanges, ProfileDraft } from './schemas.ts';
import { findProfile } from './sql.ts';

/** @throws ServiceError `pet_not_found` */
async function profileOf(db: Queryable, { petId: id }: { petId: bigint }): Promise<ProfileValue> {
  await requirePet(db, id);
  return await findProfile(db, id);
}

/** Whoever could send preconditions without reading would learn by them what the profile says. @throws ServiceError `insufficient_scope` */
async function profileToReplace(db: Queryable, path: { petId: bigint }, call: WriteCall): Promise<ProfileValue> {
  if ((call.ifMatch ?? call.ifNoneMatch) !== undefined) {
    requireScopes(scopesOf((await requireOwnKey(db, call.callerId)).grants), ['pets:read']);
  }
  return await profileOf(db, path);
}

const getProfile = read({
  id: 'getProfile',
  path: path`/pets/${petId}/profile`,
  summary: 'Get the profile of an animal',
  description: 'Returns what is known about an animal. An animal without a profile has an empty one.',
  scope: 'pets:read',
  stability: 'beta',
  response: { status: 200, description: 'The profile.', schema: Profile },
  find: profileOf,
});

const putProfile = change({
  id: 'putProfile',
  method: 'PUT',
  path: path`/pets/${petId}/profile`,
  summary: 'Replace the profile of an animal',
  description:
    'Replaces the whole profile: fields that the body omits are removed, and `{}` removes all. A profile that does not change creates no event. ' +
    'The event does not tell what the profile says. With `If-Match` or `If-None-Match` it also requires `pets:read`.',
  scope: 'pets:write',
  stability: 'beta',
  body: ProfileDraft,
  response: { status: 200, description: 'The stored profile.', schema: Profile },
  errors: ['reference_in_use'],
  target: { schema: Profile, find: profileToReplace },
  run: (tx, profile, call) => replaceProfile(tx, { petId: call.path.petId, profile, stamp: stampOf(call) }, call.body),
});

export const updateProfile = change({
  id: 'updateProfile',
  method: 'PATCH',
  path: path`/pets/${petId}/profile`,
  summary: 'Change the profile of an animal',
  description:
    'Changes only the fields in the body, and removes those that are `null`. A profile that does not change creates no event.',
  scope: 'pets:write',
  // The response shows the whole profile, even if nothing was changed.
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: ProfileChanges,
  response: { status: 200, description: 'The updated profile.', schema: Profile },
  errors: ['reference_in_use'],
  target: { schema: Profile, find: profileOf },
  run: (tx, profile, call) => changeProfile(tx, { petId: call.path.petId, profile, stamp: stampOf(call) }, call.body),
});

export const profiles: Resource = {
  tag: 'pets',
  operations: [getProfile, putProfile, updateProfile],
  commands: [repairSearchTexts, foldProfiles, keepReturned],
};
