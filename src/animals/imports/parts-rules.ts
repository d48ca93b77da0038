import type { Pet } from '../../../contract/pet.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { cut } from '../../lib/visible-text.ts';
import type { NewEvent, Stamp } from '../../record/events/model.ts';
import { insertEvents } from '../../record/events/sql.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import type { Transaction } from '../../store/statement.ts';
import { petChanges } from '../pets/rules.ts';
import { profileChanges } from '../profiles/change-rules.ts';
import { requireFitting } from '../profiles/rules.ts';
import { textOfProfile } from '../profiles/sql.ts';
import type { ImportRow, RowOutcome } from './model.ts';
import { maxProblemLength, maxProblems } from './model.ts';
import type { ImportedAnimal } from './sql.ts';

/** What has become of a row, and the animal that it has changed. */
export interface ImportedRow {
  outcome: RowOutcome;
  animal?: ImportedAnimal;
}

/** A row that is refused because of an error, with the animal that has its reference. @throws any other error */
export function refusal(row: bigint, error: unknown, owner?: bigint): ImportedRow {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const { code, message, fieldErrors } = error;
  const short = (text: string) => cut(text, maxProblemLength);
  const errors = fieldErrors.slice(0, maxProblems).map(({ pointer, reason, values, detail }) => ({
    pointer: short(pointer),
    detail: short(detail),
    reason,
    values: values.map(short),
  }));
  const problem = { code, message: short(message), ...(errors.length > 0 && { errors }) };
  return { outcome: { row, result: 'refused', problem, ...(owner !== undefined && { petId: owner }) } };
}

/** @throws ServiceError `validation_failed` for days that cannot be */
export function checkStays(stays: NonNullable<ImportRow['earlierStays']>, today: bigint): void {
  for (const [index, stay] of stays.entries()) {
    requireFitting(stay, { before: {}, status: 'sold', today, pointer: `#/earlierStays/${index}` });
  }
}

/** Tells that an animal, its profile or its stays have changed. */
export async function recordChange(
  tx: Transaction,
  [before, profile]: readonly [Pet, Profile],
  [after, changed]: readonly [Pet, Profile],
  stamp: Stamp,
): Promise<void> {
  const [ofPet, ofProfile] = [petChanges(before, after), profileChanges(profile, changed)];
  const isOfProfileAlone = ofPet.length === 0 && ofProfile.length > 0;
  const events: NewEvent[] = isOfProfileAlone ? [] : [{ type: 'pet.updated', ...stamp, before, after, changes: ofPet }];
  if (ofProfile.length > 0) {
    events.push({ type: 'pet.profile_changed', ...stamp, before: after, after, changes: ofProfile });
  }
  await insertEvents(tx, events);
}

/** A hash (Wyhash, 64 bits) that stands for an animal with its profile as they are. */
export function tagOf({ id, name, categoryId, status }: Pet, profile: Profile): string {
  return Bun.hash(`${id} ${categoryId} ${status} ${name}\n${textOfProfile(profile)}`).toString(36);
}
