import type { Pet } from '../../../contract/pet.ts';
import { withoutNulls } from '../../lib/objects.ts';
import { minuteMs } from '../../lib/timestamp.ts';
import type { Stamp } from '../../record/events/model.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import type { PastRow } from '../../record/statistics/model.ts';
import { findKeptStay, keepStay, removeStay } from '../../record/statistics/stays-sql.ts';
import type { Transaction } from '../../store/statement.ts';
import { findStatusSince, savePet } from '../pets/sql.ts';
import { declineOthers, reopenOthers } from './inquiry-rules.ts';
import { findProfile, saveProfile } from './sql.ts';

/** What is taken back within this time was a mistake. */
const mistakeMinutes = 15;
export const isMistake = (since: bigint, at: bigint) => at - since <= BigInt(mistakeMinutes * minuteMs);

/** Whether a change makes an animal leave or come back. */
export const movesAnimal = (before: Pet, after: Pet) => (before.status === 'sold') !== (after.status === 'sold');

/**
 * Saves a changed animal, and keeps what its profile says of its stay true: one that becomes sold was adopted on that day, until
 * somebody says otherwise. One that is sold no longer has come back: its stay is kept, and another begins on that day. A change
 * that is soon taken back has not happened, unless it is meant. The event of the change tells of the profile, too.
 * Inquiries about one that was adopted are declined; they are open again if that was a mistake.
 */
export async function saveStatus(
  tx: Transaction,
  before: Pet,
  after: Pet,
  stamp: Stamp,
  { isMeant = false } = {},
): Promise<void> {
  if (!movesAnimal(before, after)) return await savePet(tx, after, stamp.at);
  const profile = await findProfile(tx, after.id);
  const move = await planMove(tx, after, profile, stamp.at, isMeant);
  await saveMove(tx, after, [profile, move.profile], move, stamp);
}

/** What it means that an animal leaves or comes back. */
interface Move {
  since: bigint;
  isMistake: boolean;
  /** The stay that has not ended after all. */
  resumed: PastRow | undefined;
  profile: Profile;
}

export async function planMove(
  tx: Transaction,
  { id, status }: Pet,
  profile: Profile,
  at: bigint,
  isMeant: boolean,
): Promise<Move> {
  const since = await findStatusSince(tx, id);
  const isTakenBack = !isMeant && isMistake(since, at);
  const today = (await findShelterZone(tx)).zone.dayOf(at);
  const resumed = isTakenBack && status === 'sold' ? await findKeptStay(tx, id, since) : undefined;
  const stay = status === 'sold' ? endStay() : beginStay();
  return { since, isMistake: isTakenBack, resumed, profile: withoutNulls({ ...profile, ...stay }) };

  function endStay() {
    if (resumed === undefined) return endedStay(profile, today);
    const [, , , , , arrivedOn, intakeType, outcomeOn, outcomeType] = resumed;
    return { arrivedOn, intakeType: intakeType || null, outcomeOn, outcomeType: outcomeType || null };
  }
  function beginStay() {
    return isTakenBack ? { outcomeType: null, outcomeOn: null } : begunStay(profile, today);
  }
}

/** Saves a move with the profile that it leads to. Its stay is kept unless somebody else tells of it. */
export async function saveMove(
  tx: Transaction,
  after: Pet,
  [profile, changed]: readonly [Profile, Profile],
  { since, isMistake, resumed }: Move,
  stamp: Stamp,
  isStayTold = false,
): Promise<void> {
  const { id, status } = after;
  if (status !== 'sold' && !isMistake && !isStayTold) {
    await keepStay(tx, id, stamp.at, (await findShelterZone(tx)).zone);
  }
  if (resumed !== undefined) await removeStay(tx, resumed[0]);
  await savePet(tx, after, stamp.at);
  await saveProfile(tx, id, profile, changed);
  if (changed.outcomeType === 'adoption') await declineOthers(tx, id, stamp);
  if (isMistake && status !== 'sold') await reopenOthers(tx, id, since, stamp);
}

/** How a stay ends, unless its profile says otherwise: with an adoption, on this day. */
function endedStay({ outcomeType = 'adoption', outcomeOn }: Profile, today: bigint) {
  return { outcomeType, outcomeOn: outcomeOn ?? today };
}

/** How the stay of an animal begins that has come back on this day. */
export function begunStay({ outcomeType }: Profile, today: bigint) {
  const intakeType = outcomeType === 'adoption' ? ('owner_surrender' as const) : null;
  return { outcomeType: null, outcomeOn: null, arrivedOn: today, intakeType };
}
