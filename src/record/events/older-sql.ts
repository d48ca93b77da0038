import type { PetStatus } from '../../../contract/pet.ts';
import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import { saveSetting } from '../../store/settings.ts';
import type { Transaction } from '../../store/statement.ts';

// Releases before 1.2.0 store profiles without all that they are found by. Their events have no actor.

/** The setting with the last of the profiles whose foldings and words are stored; missing if those of all are. */
export const unfoldedProfiles = 'unfolded_profiles';

type Mark = 'profiles' | 'stays';
/** The last event that was read for profiles, or for the stays that older releases have ended. */
export const findMark = oneRow<[name: Mark], bigint>(
  'SELECT event_id FROM event_marks WHERE name = $1',
  firstColumn<bigint>,
);
export const saveMark = execute<[name: Mark, eventId: bigint]>(
  `INSERT INTO event_marks (name, event_id) VALUES ($1, $2)
   ON CONFLICT (name) DO UPDATE SET event_id = excluded.event_id`,
);
const countOldWrites = oneInteger<[from: bigint, to: bigint]>(
  `SELECT count(*) FROM events
   WHERE id > $1 AND id <= $2 AND actor IS NULL AND type IN ('pet.updated', 'pet.profile_changed')`,
);

/** Has profiles folded if the events after `from`, up to and including `to`, or some that an older release has aggregated, are of one. */
export async function noteOldWrites(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  const isOthers = (await findMark(tx, 'profiles')) !== from && from > 0n;
  if (isOthers || (await countOldWrites(tx, from, to)) > 0n) await saveSetting(tx, unfoldedProfiles, '0');
  await saveMark(tx, 'profiles', to);
}

/** How many events an older release has aggregated after the last that this one has. */
export const countOldAggregated = oneInteger<[]>(
  `SELECT event_id - coalesce((SELECT event_id FROM event_marks WHERE name = 'profiles'), 0)
   FROM event_marks WHERE name = 'inventory'`,
);

interface Move {
  id: bigint;
  at: bigint;
  petId: bigint;
  status: PetStatus;
  actor?: string;
}

/** The events from an id to before another by which animals became sold, or were it no longer. */
export const findMoves = allRows<[from: bigint, to: bigint], Move>(
  `SELECT id, at, pet_id, status, actor FROM events
   WHERE id >= $1 AND id < $2 AND (status = 'sold') <> (previous_status = 'sold') ORDER BY id`,
  asObject<Move>('id, at, pet_id, status, actor'),
);
