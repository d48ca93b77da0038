import type { PetStatus } from '../../../contract/pet.ts';
import { declaredFields } from '../../../contract/profile-fields.ts';
import { foldReference } from '../../../contract/references.ts';
import { type FaultReason, type FieldError, fieldError } from '../../errors/faults.ts';
import { ServiceError, validationFailed } from '../../errors/service-error.ts';
import { foldKey } from '../../lib/fold-text.ts';
import { isEqual, withoutNulls } from '../../lib/objects.ts';
import { dayOf } from '../../lib/timestamp.ts';
import type { Stamp } from '../../record/events/model.ts';
import { unfoldedProfiles } from '../../record/events/older-sql.ts';
import { insertEvents } from '../../record/events/sql.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile, ProfileChanges } from '../../record/shapes/profile-model.ts';
import { deleteSetting, findSetting, saveSetting } from '../../store/settings.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { requirePet } from '../pets/rules.ts';
import { findPet, findStatusSince, saveNameKey, touchPet } from '../pets/sql.ts';
import { deletePetText, savePetText, savePetTexts } from '../pets/text-sql.ts';
import { profileChanges } from './change-rules.ts';
import { reopenOthers } from './inquiry-rules.ts';
import { isMistake } from './outcome-rules.ts';
import {
  findPetIdsByReference,
  findProfile,
  findProfileIds,
  findProfiles,
  releaseReference,
  saveFoldings,
  saveProfile,
} from './sql.ts';

/** The texts of a profile, in UTF-8: few enough that a client can send a whole profile as it was read. */
const maxTextBytes = 48 * 1_024;

/** The animal whose profile changes, and its profile. */
export interface ProfileOfPet {
  petId: bigint;
  profile: Profile;
  stamp: Stamp;
  /** Where the profile is in the body of the request, for errors: a JSON Pointer, `#` by default. */
  pointer?: string;
}

/** A profile whose parts may not fit together. */
type LooseProfile = Omit<Profile, 'fee'> & { fee?: Partial<NonNullable<Profile['fee']>> };

/**
 * Replaces a profile. If nothing changes, nothing is written and there is no event.
 * @throws ServiceError `validation_failed`, `reference_in_use`
 */
export function replaceProfile(tx: Transaction, current: ProfileOfPet, draft: Profile): Promise<Profile> {
  return store(tx, current, normalize(draft, current.pointer));
}

/**
 * Changes the named fields of a profile. If nothing changes, nothing is written and there is no event.
 * @throws ServiceError `validation_failed`, `reference_in_use`
 */
export function changeProfile(tx: Transaction, current: ProfileOfPet, changes: ProfileChanges): Promise<Profile> {
  return store(tx, current, normalize(merge(current.profile, changes), current.pointer));
}

async function store(tx: Transaction, current: ProfileOfPet, changed: Profile): Promise<Profile> {
  const { petId, profile, stamp, pointer = '#' } = current;
  if (isEqual(profile, changed)) return profile;
  const pet = await requirePet(tx, petId);
  // No zone is further from UTC than a day, so few births need it.
  const mayBeUnborn = changed.birthDate !== undefined && changed.birthDate >= dayOf(stamp.at) - 1n;
  const today = mayBeUnborn ? (await findShelterZone(tx)).zone.dayOf(stamp.at) : dayOf(stamp.at);
  requireFitting(changed, { before: profile, status: pet.status, today, pointer });
  if (changed.reference !== undefined && changed.reference !== profile.reference) {
    await takeReference(tx, petId, changed.reference);
  }
  // Also makes a concurrent write of the animal conflict with this one.
  await touchPet(tx, stamp.at, petId);
  await saveProfile(tx, petId, profile, changed);
  await savePetText(tx, petId, pet.name, changed);
  await insertEvents(tx, [
    { type: 'pet.profile_changed', ...stamp, before: pet, after: pet, changes: profileChanges(profile, changed) },
  ]);
  if (profile.outcomeType === 'adoption' && changed.outcomeType !== 'adoption') {
    const since = await findStatusSince(tx, petId);
    if (isMistake(since, stamp.at)) await reopenOthers(tx, petId, since, stamp);
  }
  return changed;
}

/** What a profile must fit. */
interface Setting {
  before: Profile;
  status: PetStatus;
  today: bigint;
  pointer: string;
}

/** The profile of an animal as it is stored, with these changes. @throws ServiceError `validation_failed` */
export function fitProfile(changes: ProfileChanges, setting: Setting): Profile {
  const changed = normalize(merge(setting.before, changes), setting.pointer);
  requireFitting(changed, setting);
  return changed;
}

/** @throws ServiceError `validation_failed` */
export function requireFitting(changed: Profile, setting: Setting): void {
  if (setting.status !== 'sold') refuseOutcome(changed, setting.status, setting.pointer);
  refuseImpossibleDays(changed, setting);
}

/** @throws ServiceError `validation_failed` for an end of our care that has not come */
function refuseOutcome(profile: Profile, status: PetStatus, pointer: string): void {
  const told = (['outcomeType', 'outcomeOn'] as const).filter((name) => profile[name] !== undefined);
  if (told.length > 0)
    throw validationFailed(told.map((name) => fieldError(`${pointer}/${name}`, 'not_while', status)));
}

/** Software writes days before it where it has none. */
const firstDay = -25_567n;
const datedFields = ['birthDate', 'arrivedOn', 'outcomeOn'] as const;

/** Days that cannot be, as far as they are new: what earlier releases took stays. @throws ServiceError `validation_failed` */
function refuseImpossibleDays(profile: Profile, { before, today, pointer }: Omit<Setting, 'status'>): void {
  const { arrivedOn } = profile;
  const isNew = (field: (typeof datedFields)[number]) => profile[field] !== before[field];
  const faultOf = (field: (typeof datedFields)[number]): FaultReason | undefined => {
    const day = profile[field];
    if (day === undefined || !(isNew(field) || (field === 'outcomeOn' && isNew('arrivedOn')))) return undefined;
    if (day < firstDay) return 'first_day';
    if (field === 'birthDate' && day > today) return 'not_in_future';
    const isBeforeArrival = field === 'outcomeOn' && arrivedOn !== undefined && day < arrivedOn;
    return isBeforeArrival ? 'before_arrival' : undefined;
  };
  const errors = datedFields.flatMap((field) => {
    const reason = faultOf(field);
    return reason === undefined ? [] : [fieldError(`${pointer}/${field}`, reason)];
  });
  if (errors.length > 0) throw validationFailed(errors);
}

/** Of two concurrent writes of one reference, the second violates its unique index, is run again, and finds it here. */
export async function takeReference(tx: Transaction, petId: bigint, reference: string): Promise<void> {
  const owner = (await findPetIdsByReference(tx, reference)).find((id) => id !== petId);
  if (owner === undefined) return await releaseReference(tx, foldReference(reference));
  throw new ServiceError(
    'reference_in_use',
    `The animal ${owner} already has the reference ${JSON.stringify(reference)}. Nothing was changed.`,
  );
}

function merge(profile: Profile, changes: ProfileChanges): LooseProfile {
  const { goodWith, fee, attributes, birthDatePrecision = profile.birthDatePrecision } = changes;
  const hasNoBirthDate = changes.birthDate === null && birthDatePrecision === profile.birthDatePrecision;
  return withoutNulls({
    ...profile,
    ...changes,
    ...(hasNoBirthDate && { birthDatePrecision: null }),
    goodWith: mergeMembers(profile.goodWith, goodWith),
    fee: mergeMembers(profile.fee, fee),
    attributes: mergeMembers(profile.attributes, attributes),
  });
}

function mergeMembers<Value extends object, Changed extends object>(
  value: Value | undefined,
  changes: Changed | null | undefined,
) {
  return changes === null ? undefined : withoutNulls({ ...value, ...changes });
}

/** The form in which a profile is stored, the same for all that mean the same. @throws ServiceError `validation_failed` */
function normalize(loose: LooseProfile, pointer = '#'): Profile {
  const { fee, goodWith = {}, tags = [], videos = [], attributes = {}, ...rest } = loose;
  const errors: FieldError[] = [];
  const precision = rest.birthDate === undefined ? undefined : (rest.birthDatePrecision ?? 'day');
  if (precision === undefined && rest.birthDatePrecision !== undefined) {
    errors.push(fieldError(`${pointer}/birthDatePrecision`, 'without_birth_date'));
  }
  const { amountMinor, currency } = fee ?? {};
  const isPaid = amountMinor !== undefined && currency !== undefined;
  if (!isPaid && amountMinor !== undefined) errors.push(fieldError(`${pointer}/fee/currency`, 'required'));
  if (!isPaid && currency !== undefined) errors.push(fieldError(`${pointer}/fee/amountMinor`, 'required'));
  const facts = Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
  const { maxItems } = declaredFields.attributes;
  if (facts.length > maxItems) {
    errors.push(fieldError(`${pointer}/attributes`, 'members_after', maxItems, facts.length));
  }
  if (errors.length > 0) throw validationFailed(errors);
  const profile = withoutNulls({
    ...rest,
    birthDatePrecision: precision,
    goodWith: Object.keys(goodWith).length === 0 ? undefined : goodWith,
    tags: tags.length === 0 ? undefined : tags.toSorted(byCodePoints),
    videos: videos.length === 0 ? undefined : videos,
    fee: isPaid ? { amountMinor, currency } : undefined,
    attributes: facts.length === 0 ? undefined : Object.fromEntries(facts),
  });
  requireSize(profile, pointer);
  return profile;
}

/** The order of both engines: UTF-8 sorts like code points. */
function byCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** @throws ServiceError `validation_failed` */
function requireSize({ description, attributes, tags }: Profile, pointer: string): void {
  const sizeBytes = Buffer.byteLength(JSON.stringify({ description, attributes, tags }));
  if (sizeBytes > maxTextBytes) throw validationFailed([fieldError(pointer, 'bytes_after', maxTextBytes, sizeBytes)]);
}

/** Makes the search texts of animals what their names and profiles say, and removes those of animals that do not exist. */
export const repairSearchTexts: Command<{ petIds: readonly bigint[] }, void> = {
  name: 'repairSearchTexts',
  async run(tx, { petIds }) {
    for (const petId of petIds) {
      const pet = await findPet(tx, petId);
      if (pet === undefined) await deletePetText(tx, petId);
      else {
        await saveNameKey(tx, foldKey(pet.name), petId);
        await savePetText(tx, petId, pet.name, await findProfile(tx, petId));
      }
    }
  },
};

/** Profiles in one transaction: few enough that other writes do not wait long. On SQLite a profile takes 0.1 ms. */
const maxFolded = 200;

/** Stores the foldings and the words of the next profiles of an earlier release. Returns whether there may be more. */
export const foldProfiles: Command<null, boolean> = {
  name: 'foldProfiles',
  async run(tx) {
    const last = await findSetting(tx, unfoldedProfiles);
    if (last === undefined) return false;
    const ids = await findProfileIds(tx, BigInt(last), BigInt(maxFolded));
    const profiles = await findProfiles(tx, ids);
    for (const [id, profile] of profiles) await saveFoldings(tx, id, {}, profile);
    await savePetTexts(tx, profiles);
    if (ids.length === maxFolded) await saveSetting(tx, unfoldedProfiles, String(ids.at(-1)));
    else await deleteSetting(tx, unfoldedProfiles);
    return ids.length === maxFolded;
  },
};
