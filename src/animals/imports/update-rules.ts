import type { Pet } from '../../../contract/pet.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isEqual } from '../../lib/objects.ts';
import type { Stamp } from '../../record/events/model.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import type { StoredStay } from '../../record/statistics/model.ts';
import { findStaysOf, insertStays, saveStay } from '../../record/statistics/stays-sql.ts';
import type { Transaction } from '../../store/statement.ts';
import { findCategoryNames } from '../categories/sql.ts';
import { isSame, requireChange, requirePet } from '../pets/rules.ts';
import { findStatusSince, findUpdatedAt, savePet } from '../pets/sql.ts';
import { savePetText } from '../pets/text-sql.ts';
import { findLastPhotoId } from '../photos/sql.ts';
import { movesAnimal, planMove, saveMove } from '../profiles/outcome-rules.ts';
import { fitProfile, takeReference } from '../profiles/rules.ts';
import { findProfile, saveProfile } from '../profiles/sql.ts';
import type { Before, ImportRow } from './model.ts';
import { checkStays, type ImportedRow, recordChange, refusal, tagOf } from './parts-rules.ts';
import { findAnimal } from './sql.ts';

type Update = Pick<ImportRow, 'row' | 'earlierStays'> & Required<Pick<ImportRow, 'update'>>;

/** What a row makes of an animal. */
interface Change {
  pet: Pet;
  changed: Pet;
  profile: Profile;
  fitted: Profile;
  /** Whether it leaves or comes back. */
  move?: Awaited<ReturnType<typeof planMove>>;
  isStayTold: boolean;
  /** Those with an id correct the stay that has it. */
  stays: (NonNullable<ImportRow['earlierStays']>[number] & { id?: bigint })[];
}

/** An animal that leaves or comes back with others of these than it had is not one that was changed by mistake. */
const toldOfMove = ['arrivedOn', 'intakeType', 'outcomeOn', 'outcomeType'] as const;

/** Changes the animal of a row, and its stays, in one step. */
export async function updateAnimal(tx: Transaction, update: Update, stamp: Required<Stamp>): Promise<ImportedRow> {
  const { row } = update;
  const { petId } = update.update;
  try {
    const change = await plan(tx, update, stamp.at);
    if (change === undefined) return { outcome: { row, result: 'unchanged', petId } };
    const earlier = await findAnimal(tx, stamp.importId, petId);
    const now = await readBefore(tx, change, stamp.at);
    const before = earlier === undefined ? now : withReplaced(earlier.before, now);
    const isAsLeft = (await findUpdatedAt(tx, petId)) === earlier?.changedAt;
    const isFollowed = earlier === undefined || (isAsLeft && tagOf(change.pet, change.profile) === earlier.tag);
    await write(tx, change, stamp);
    const animal = {
      ...{ petId, changedAt: stamp.at },
      ...(before !== undefined && { before }),
      photoId: earlier?.photoId ?? now.lastPhoto,
      tag: isFollowed ? tagOf(change.changed, change.fitted) : '',
    };
    return { outcome: { row, result: 'updated', petId }, animal };
  } catch (error) {
    return refusal(row, error);
  }
}

/** Checks all of a change before anything is written; `undefined` if nothing changes. @throws ServiceError */
async function plan(tx: Transaction, { update, earlierStays = [] }: Update, at: bigint): Promise<Change | undefined> {
  const { petId, expectedUpdatedAt, profile: wanted = {} } = update;
  const today = (await findShelterZone(tx)).zone.dayOf(at);
  const pet = await requirePet(tx, petId);
  if (expectedUpdatedAt !== undefined && (await findUpdatedAt(tx, petId)) !== expectedUpdatedAt) {
    throw new ServiceError('precondition_failed', `The animal ${petId} has changed since then. Nothing was changed.`);
  }
  const { name = pet.name, categoryId = pet.categoryId, status = pet.status } = update;
  const changed = { id: petId, name, categoryId, status };
  await requireChange(tx, pet, changed);
  checkStays(earlierStays, today);
  const profile = await findProfile(tx, petId);
  const isStayTold = earlierStays.some((stay) => hasSameArrival(stay, profile));
  let move = movesAnimal(pet, changed) ? await planMove(tx, changed, profile, at, isStayTold) : undefined;
  const saysOther = toldOfMove.some((name) => wanted[name] != null && wanted[name] !== move?.profile[name]);
  if (move !== undefined && saysOther) move = await planMove(tx, changed, profile, at, true);
  const setting = { before: move?.profile ?? profile, status, today, pointer: '#/update/profile' };
  const fitted = fitProfile(wanted, setting);
  const known = earlierStays.length === 0 ? [] : await findStaysOf(tx, petId);
  const stays = earlierStays
    .filter((told) => !known.some((stay) => stay.arrivedOn === told.arrivedOn && stay.outcomeOn === told.outcomeOn))
    .map((stay) => ({ ...known.find((other) => hasSameArrival(other, stay)), ...stay }));
  if (isSame(pet, changed) && isEqual(profile, fitted) && stays.length === 0) return undefined;
  if (fitted.reference !== undefined && fitted.reference !== profile.reference) {
    await takeReference(tx, petId, fitted.reference);
  }
  return { pet, changed, profile, fitted, stays, isStayTold, ...(move && { move }) };
}

function hasSameArrival(one: Pick<Profile, 'arrivedOn'>, other: Pick<Profile, 'arrivedOn'>): boolean {
  return one.arrivedOn !== undefined && one.arrivedOn === other.arrivedOn;
}

/** What an animal was before the first of several rows, with the stays that a later one corrects or resumes. */
function withReplaced(first: Before | undefined, { correctedStays = [], resumedStay }: Before): Before | undefined {
  if (first === undefined) return first;
  const wasKept = first.status !== 'sold' && resumedStay?.[9] === first.statusSince;
  return {
    ...(wasKept && { resumedStay }),
    ...first,
    correctedStays: [...correctedStays, ...(first.correctedStays ?? [])],
  };
}

async function readBefore(tx: Transaction, { pet, profile, stays, move }: Change, at: bigint): Promise<Before> {
  const { id, name, categoryId, status } = pet;
  const known: StoredStay[] = await findStaysOf(tx, id);
  const lastStay = known.at(-1)?.id ?? 0n;
  const correctedStays = known.filter((stay) => stays.some((told) => told.id === stay.id));
  const [statusSince, lastPhoto] = [await findStatusSince(tx, id), await findLastPhotoId(tx, id)];
  const updatedAt = await findUpdatedAt(tx, id);
  const stayed = { lastStay, correctedStays, ...(move?.resumed && { resumedStay: move.resumed }) };
  return { at, updatedAt, name, categoryId, status, statusSince, profile, ...stayed, lastPhoto };
}

async function write(tx: Transaction, change: Change, stamp: Stamp): Promise<void> {
  const { pet, changed, profile, fitted, stays, move, isStayTold } = change;
  const { id } = pet;
  if (move !== undefined) await saveMove(tx, changed, [profile, fitted], move, stamp, isStayTold);
  else await savePet(tx, changed, stamp.at);
  if (move === undefined && !isEqual(profile, fitted)) await saveProfile(tx, id, profile, fitted);
  await savePetText(tx, id, changed.name, fitted);
  if (stays.length > 0) {
    const names = fitted.species === undefined ? await findCategoryNames(tx, [changed.categoryId]) : undefined;
    const species = fitted.species ?? names?.get(changed.categoryId) ?? '';
    const { birthDate, birthDatePrecision } = fitted;
    const told = stays.filter((stay) => stay.id === undefined);
    const added = told.map((stay) => ({ ...stay, petId: id, species, birthDate, birthDatePrecision }));
    await insertStays(tx, added);
    for (const { id: known, ...stay } of stays) if (known !== undefined) await saveStay(tx, { id: known, ...stay });
  }
  await recordChange(tx, [pet, profile], [changed, fitted], stamp);
}
