import type { Pet } from '../../../contract/pet.ts';
import { withoutNulls } from '../../lib/objects.ts';
import { minuteMs } from '../../lib/timestamp.ts';
import type { Stamp } from '../../record/events/model.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import { keepStay, takeKeptStay } from '../../record/statistics/stays-sql.ts';
import type { Transaction } from '../../store/statement.ts';
import { findStatusSince, savePet } from '../pets/sql.ts';
import { declineOthers, reopenOthers } from './inquiry-rules.ts';
import { findProfile, saveProfile } from './sql.ts';

/** What is taken back within this time was a mistake. */
export const mistakeMinutes = 15;

/**
 * Saves a changed animal, and keeps what its profile says of its stay true: one that becomes sold was adopted on that day, until
 * somebody says otherwise. One that is sold no longer has come back: its stay is kept, and another begins on that day. A change
 * that is soon taken back has not happened, unless it is said to be a return. The event of the change tells of the profile, too.
 * Inquiries about one that was adopted are declined; they are open again if that was a mistake.
 */
export async function saveStatus(
  tx: Transaction,
  before: Pet,
  after: Pet,
  stamp: Stamp,
  { isReturn = false } = {},
): Promise<void> {
  const { at } = stamp;
  const { id } = after;
  if ((before.status === 'sold') === (after.status === 'sold')) return await savePet(tx, after, at);
  const since = await findStatusSince(tx, id);
  const isMistake = !isReturn && at - since <= BigInt(mistakeMinutes * minuteMs);
  const profile = await findProfile(tx, id);
  const { zone } = await findShelterZone(tx);
  if (after.status !== 'sold' && !isMistake) await keepStay(tx, id, at, zone);
  await savePet(tx, after, at);
  const today = zone.dayOf(at);
  const stay = after.status === 'sold' ? await endStay(tx, profile) : beginStay(profile);
  await saveProfile(tx, id, profile, withoutNulls({ ...profile, ...stay }));
  if (stay.outcomeType === 'adoption') await declineOthers(tx, id, stamp);
  if (isMistake && after.status !== 'sold') await reopenOthers(tx, id, since, stamp);

  async function endStay(tx: Transaction, ended: Profile) {
    const kept = isMistake ? await takeKeptStay(tx, id, since) : undefined;
    return kept === undefined ? endedStay(ended, today) : { arrivedOn: null, intakeType: null, ...kept };
  }
  function beginStay(profile: Profile) {
    return isMistake ? { outcomeType: null, outcomeOn: null } : begunStay(profile, today);
  }
}

/** How a stay ends, unless its profile says otherwise: with an adoption, on this day. */
export function endedStay({ outcomeType = 'adoption', outcomeOn }: Profile, today: bigint) {
  return { outcomeType, outcomeOn: outcomeOn ?? today };
}

/** How the stay of an animal begins that has come back on this day. */
export function begunStay({ outcomeType }: Profile, today: bigint) {
  const intakeType = outcomeType === 'adoption' ? ('owner_surrender' as const) : null;
  return { outcomeType: null, outcomeOn: null, arrivedOn: today, intakeType };
}
