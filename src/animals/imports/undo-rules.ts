import type { Category, Pet } from '../../../contract/pet.ts';
import type { Stamp } from '../../record/events/model.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import { takeBackAdoption } from '../../record/statistics/sql.ts';
import { deleteStays, restoreStay, saveStay } from '../../record/statistics/stays-sql.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { removeCategory } from '../categories/rules.ts';
import { findCategory } from '../categories/sql.ts';
import { takeBackPet } from '../pets/rules.ts';
import { findPet, findPetsToMove, findStatusSince, findUpdatedAt, restorePet } from '../pets/sql.ts';
import { savePetText } from '../pets/text-sql.ts';
import { deletePhotoRow, findLastPhotoId, findPhotosOfPet } from '../photos/sql.ts';
import { declineOthers, reopenOthers } from '../profiles/inquiry-rules.ts';
import { isMistake, movesAnimal } from '../profiles/outcome-rules.ts';
import { findProfile, findReferenceOwners, saveProfile } from '../profiles/sql.ts';
import type { Before, KeptReason } from './model.ts';
import { recordChange, tagOf } from './parts-rules.ts';
import {
  additions,
  deleteAnimal,
  deleteImportCategory,
  findAnimalsBefore,
  findImportCategories,
  findToUndo,
  followUndo,
  keepAnimal,
  saveUndone,
  saveUndoStep,
} from './sql.ts';

type Imported = Awaited<ReturnType<typeof findAnimalsBefore>>[number];

/**
 * Takes back the next animals of an import that is being undone, up to `limit`, or else the names of categories. Returns whether there
 * is more to do. Any number of nodes may run it at the same time: of two steps of one import one is run again.
 */
export const undoImports: Command<{ now: bigint; limit: number }, boolean> = {
  name: 'undoImports',
  async run(tx, { now: at, limit }) {
    const undoing = await findToUndo(tx);
    if (undoing === undefined) return false;
    const { id, actor, position } = undoing;
    const stamp = { at, actor, importId: id };
    const animals = await findAnimalsBefore(tx, id, position, BigInt(limit));
    let kept = 0n;
    for (const animal of animals) {
      const reason = await takeBack(tx, animal, stamp);
      if (reason === undefined) await deleteAnimal(tx, id, animal.petId);
      else {
        await keepAnimal(tx, reason, id, animal.petId);
        kept += 1n;
      }
    }
    await saveUndoStep(tx, animals.at(-1)?.petId ?? position, BigInt(animals.length) - kept, kept, id);
    if (animals.length === limit) return true;
    const named = await findImportCategories(tx, id, BigInt(limit));
    for (const category of named) await takeBackName(tx, category, stamp);
    if (named.length < limit) await saveUndone(tx, id);
    return true;
  },
};

/** Makes an animal what it was before the import, or returns why it stays as it is. */
async function takeBack(
  tx: Transaction,
  { petId, before, changedAt, photoId, tag }: Imported,
  stamp: Stamp,
): Promise<KeptReason | undefined> {
  const pet = await findPet(tx, petId);
  if (pet === undefined || tag === undefined) return 'removed';
  for (const reason of ['has_order', 'has_inquiry'] as const) {
    if ((await additions[reason](tx, petId, before?.at ?? 0n)) !== undefined) return reason;
  }
  if ((await findLastPhotoId(tx, petId)) > photoId) return 'has_photo';
  const profile = await findProfile(tx, petId);
  if ((await findUpdatedAt(tx, petId)) !== changedAt || tagOf(pet, profile) !== tag) return 'changed';
  if (before === undefined) return void (await takeBackPet(tx, pet, stamp));
  const { reference } = before.profile;
  if (reference !== undefined && reference !== profile.reference) {
    const [owner = petId] = (await findReferenceOwners(tx, [reference])).values();
    if (owner !== petId) return 'reference_in_use';
  }
  await restore(tx, pet, profile, before, stamp);
  return undefined;
}

async function restore(tx: Transaction, pet: Pet, profile: Profile, before: Before, stamp: Stamp): Promise<void> {
  const { id } = pet;
  const { at } = stamp;
  const { name, categoryId, status } = before;
  const former = { id, name, categoryId, status };
  const soldSince = await findStatusSince(tx, id);
  await deleteStays(tx, id, before.lastStay);
  for (const stay of before.correctedStays ?? []) await saveStay(tx, stay);
  if (before.resumedStay !== undefined) await restoreStay(tx, ...before.resumedStay);
  for (const photo of await findPhotosOfPet(tx, id)) {
    if (photo.id > before.lastPhoto) await deletePhotoRow(tx, photo, at);
  }
  await restorePet(tx, former, at, before.statusSince);
  await saveProfile(tx, id, profile, before.profile);
  await savePetText(tx, id, name, before.profile);
  await followUndo(tx, at, id, before.updatedAt);
  await recordChange(tx, [pet, profile], [former, before.profile], stamp);
  if (!movesAnimal(pet, former)) return;
  const [then, now] = [
    { at: soldSince, categoryId: pet.categoryId },
    { at, categoryId },
  ];
  // An undo counts neither as an adoption nor as a return, and takes back which of them the import was.
  const takenBack = status === 'sold' ? { adoption: now, end: then } : { adoption: then, end: now };
  await takeBackAdoption(tx, takenBack, (await findShelterZone(tx)).zone);
  if (pet.status === 'sold') await reopenOthers(tx, id, before.at, stamp);
  else if (before.profile.outcomeType === 'adoption' && isMistake(before.statusSince, before.at)) {
    await declineOthers(tx, id, stamp, { since: before.statusSince });
  }
}

/** A name that somebody has changed since stays, as does that of a category which has an animal. */
async function takeBackName(tx: Transaction, category: Category, stamp: Required<Stamp>): Promise<void> {
  const { id, name } = category;
  const isAsNamed = (await findCategory(tx, id))?.name === name;
  if (isAsNamed && (await findPetsToMove(tx, id, 1n)).length === 0) await removeCategory(tx, category, stamp);
  await deleteImportCategory(tx, stamp.importId, id);
}
