import { foldReference } from '../../../contract/references.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { NewEvent, Stamp } from '../../record/events/model.ts';
import { insertAdditions, insertEvents } from '../../record/events/sql.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import { insertStays } from '../../record/statistics/stays-sql.ts';
import type { Transaction } from '../../store/statement.ts';
import { nameCategory } from '../categories/rules.ts';
import { findCategoryNames } from '../categories/sql.ts';
import { addNote } from '../notes/rules.ts';
import { defaultPetStatus, profileOfNew } from '../pets/rules.ts';
import { insertPets, type StoredPet } from '../pets/sql.ts';
import { insertPetTexts } from '../pets/text-sql.ts';
import { profileChanges } from '../profiles/change-rules.ts';
import { fitProfile } from '../profiles/rules.ts';
import { findReferenceOwners, insertProfiles } from '../profiles/sql.ts';
import type { ImportRow } from './model.ts';
import { checkStays, type ImportedRow, refusal, tagOf } from './parts-rules.ts';
import { insertImportCategory } from './sql.ts';

type Addition = Pick<ImportRow, 'row' | 'note' | 'categoryName' | 'earlierStays'> & Required<Pick<ImportRow, 'add'>>;
type Fitted = Addition & { profile: Profile };

/** Adds the animals of rows, with a few statements for all of them. A row is refused before anything is written of it. */
export async function addAnimals(
  tx: Transaction,
  additions: readonly Addition[],
  stamp: Required<Stamp>,
): Promise<ImportedRow[]> {
  const { at } = stamp;
  const refused: ImportedRow[] = [];
  const today = (await findShelterZone(tx)).zone.dayOf(at);
  const references = additions.flatMap(({ add }) => add.profile?.reference ?? []);
  const fitting = refuseTaken(await findReferenceOwners(tx, references), fit(additions, today, refused), refused);
  if (fitting.length === 0) return refused;
  const names = await nameCategories(tx, fitting, stamp);
  const arrivals = fitting.map(({ add: { name, categoryId, status = defaultPetStatus } }) => {
    return { pet: { name, categoryId, status }, at };
  });
  const stored = await insertPets(tx, arrivals);
  const pets = stored.map(({ pet }) => pet);
  await insertAdditions(tx, stamp, pets);
  const added = fitting.map((row, index) => {
    const one = storedAt(stored, index);
    return { ...row, ...one, profile: { ...profileOfNew(one), ...row.profile } };
  });
  const told = added.filter(({ profile }) => Object.keys(profile).length > 0);
  const profiles = told.map(({ pet, profile }) => [pet.id, profile] as const);
  await insertProfiles(tx, profiles);
  const texts = told.map(({ pet, profile }) => ({ ...pet, profile }));
  await insertPetTexts(tx, texts);
  const events = told.map(({ pet, profile }): NewEvent => {
    const changes = profileChanges({}, profile);
    return { type: 'pet.profile_changed', ...stamp, before: pet, after: pet, changes };
  });
  if (events.length > 0) await insertEvents(tx, events);
  const stays = added.flatMap(({ pet, profile, earlierStays = [] }) => {
    const { species = names.get(pet.categoryId) ?? '', birthDate, birthDatePrecision } = profile;
    return earlierStays.map((stay) => ({ ...stay, petId: pet.id, species, birthDate, birthDatePrecision }));
  });
  await insertStays(tx, stays);
  for (const { pet, note } of added) if (note !== undefined) await addNote(tx, pet.id, note, stamp);
  const imported = added.map(({ row, pet, profile }): ImportedRow => {
    const outcome = { row, result: 'added', petId: pet.id } as const;
    return { outcome, animal: { petId: pet.id, changedAt: at, photoId: 0n, tag: tagOf(pet, profile) } };
  });
  return [...refused, ...imported];
}

function storedAt(stored: readonly StoredPet[], index: number): StoredPet {
  const one = stored[index];
  if (one === undefined) throw new Error('an animal of a row was not stored');
  return one;
}

function fit(additions: readonly Addition[], today: bigint, refused: ImportedRow[]): Fitted[] {
  return additions.flatMap((one) => {
    const { add, earlierStays = [] } = one;
    try {
      const setting = { before: {}, status: add.status ?? defaultPetStatus, today, pointer: '#/add/profile' };
      const profile = fitProfile(add.profile ?? {}, setting);
      checkStays(earlierStays, today);
      return [{ ...one, profile }];
    } catch (error) {
      refused.push(refusal(one.row, error));
      return [];
    }
  });
}

/** Those whose references no animal has, and no row before them. */
function refuseTaken(owners: ReadonlyMap<string, bigint>, rows: readonly Fitted[], refused: ImportedRow[]): Fitted[] {
  const earlier = new Map<string, bigint>();
  return rows.filter(({ row, profile: { reference } }) => {
    if (reference === undefined) return true;
    const key = foldReference(reference);
    const [owner, other] = [owners.get(key), earlier.get(key)];
    earlier.set(key, other ?? row);
    if (owner === undefined && other === undefined) return true;
    const who = owner === undefined ? `row ${other}` : `animal ${owner}`;
    const message = `The ${who} already has the reference ${JSON.stringify(reference)}. Nothing was changed.`;
    refused.push(refusal(row, new ServiceError('reference_in_use', message), owner));
    return false;
  });
}

/** Names the categories of rows that have no name, and returns the names of all that have one. */
async function nameCategories(
  tx: Transaction,
  rows: readonly Fitted[],
  stamp: Required<Stamp>,
): Promise<ReadonlyMap<bigint, string>> {
  const names = await findCategoryNames(tx, [...new Set(rows.map(({ add }) => add.categoryId))]);
  for (const { add, categoryName } of rows) {
    const { categoryId } = add;
    if (categoryName === undefined || names.has(categoryId)) continue;
    await nameCategory(tx, undefined, categoryId, { name: categoryName }, stamp);
    await insertImportCategory(tx, stamp.importId, categoryId, categoryName);
    names.set(categoryId, categoryName);
  }
  return names;
}
