import { execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import { saveSetting } from '../../store/settings.ts';
import type { Transaction } from '../../store/statement.ts';

// Releases before 1.2.0 store profiles without all that they are found by. Their events have no actor.

/** The setting with the last of the profiles whose foldings and words are stored; missing if those of all are. */
export const unfoldedProfiles = 'unfolded_profiles';

const findMark = oneRow<[], bigint>("SELECT event_id FROM event_marks WHERE name = 'profiles'", firstColumn<bigint>);
const saveMark = execute<[eventId: bigint]>(
  `INSERT INTO event_marks (name, event_id) VALUES ('profiles', $1)
   ON CONFLICT (name) DO UPDATE SET event_id = excluded.event_id`,
);
const countOldWrites = oneInteger<[from: bigint, to: bigint]>(
  `SELECT count(*) FROM events
   WHERE id > $1 AND id <= $2 AND actor IS NULL AND type IN ('pet.updated', 'pet.profile_changed')`,
);

/** Has profiles folded if the events after `from`, up to and including `to`, or some that an older release has aggregated, are of one. */
export async function noteOldWrites(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  const isOthers = (await findMark(tx)) !== from && from > 0n;
  if (isOthers || (await countOldWrites(tx, from, to)) > 0n) await saveSetting(tx, unfoldedProfiles, '0');
  await saveMark(tx, to);
}
