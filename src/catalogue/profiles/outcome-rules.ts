import { dayOf } from '../../lib/timestamp.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Pet } from '../pets/model.ts';
import type { Profile } from './model.ts';
import { findProfile, saveProfile } from './sql.ts';

/**
 * Keeps what a profile says of the end of our care true when an animal changes: one that becomes sold was adopted on that day,
 * until somebody says otherwise, and one that is sold no longer has not left. The event of the change tells of both.
 * @param at epoch milliseconds
 */
export async function followStatus(tx: Transaction, before: Pet, after: Pet, at: bigint): Promise<void> {
  if ((before.status === 'sold') === (after.status === 'sold')) return;
  const profile = await findProfile(tx, after.id);
  const { outcomeType: _, outcomeOn: __, ...others } = profile;
  const outcome: Profile = { outcomeType: 'adoption', outcomeOn: dayOf(at) };
  await saveProfile(tx, after.id, profile, after.status === 'sold' ? { ...outcome, ...profile } : others);
}
