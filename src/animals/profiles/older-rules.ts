import { nextTurn } from '../../lib/next-tick.ts';
import { withoutNulls } from '../../lib/objects.ts';
import { findMark, findMoves, saveMark } from '../../record/events/older-sql.ts';
import { findEventTimes, findLastEventId } from '../../record/events/sql.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import { keepStay } from '../../record/statistics/stays-sql.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command, Store } from '../../store/store.ts';
import { findPet } from '../pets/sql.ts';
import { begunStay, isMistake } from './outcome-rules.ts';
import { findProfile, saveProfile } from './sql.ts';

// Releases before 1.2.0 know no stays. Their events tell when an animal came back, and have no actor.

/** An animal that came back, and when it had left if that is known. */
interface Return {
  /** Of the event. */
  id: bigint;
  petId: bigint;
  at: bigint;
  leftAt: bigint | undefined;
}

/** Events that are read at once: they take some milliseconds. */
const eventsAtOnce = 5_000n;
const returnsAtOnce = 100;

/** Keeps the stays of animals that an earlier release made available again, as far back as events are kept. */
export async function keepOlderStays(store: Store, signal: AbortSignal): Promise<void> {
  const { reader } = store;
  const before = (await findMark(reader, 'stays')) ?? 0n;
  const [first] = await findEventTimes(reader, { after: 0n, limit: 1 });
  const last = await findLastEventId(reader);
  if (first === undefined || last <= before) return;
  const leftAt = new Map<bigint, bigint>();
  const found = new Map<bigint, Return[]>();
  for (let from = first.id; from <= last && !signal.aborted; from += eventsAtOnce) {
    for (const { id, petId, at, status, actor } of await findMoves(reader, from, from + eventsAtOnce)) {
      // This release has stored the later stay, and all before it as they are.
      if (actor !== undefined) found.delete(petId);
      if (status === 'sold') leftAt.set(petId, at);
      else if (actor === undefined && id > before) {
        found.set(petId, [...(found.get(petId) ?? []), { id, petId, at, leftAt: leftAt.get(petId) }]);
      }
    }
    await nextTurn();
  }
  const returns = [...found.values()].flat().sort((one, other) => Number(one.id - other.id));
  do {
    if (signal.aborted) return;
    const some = returns.splice(0, returnsAtOnce);
    const done = returns.length === 0 ? last : (some.at(-1)?.id ?? last);
    await store.write(keepReturned, { returns: some, done });
  } while (returns.length > 0);
}

/** Keeps the stays that ended before animals came back, and begins others in their profiles. All are `done` up to an event. */
export const keepReturned: Command<{ returns: readonly Return[]; done: bigint }, void> = {
  name: 'keepReturned',
  async run(tx, { returns, done }) {
    // Another node may have kept them.
    const before = (await findMark(tx, 'stays')) ?? 0n;
    for (const one of returns) if (one.id > before) await keep(tx, one);
    await saveMark(tx, 'stays', done);
  },
};

async function keep(tx: Transaction, { petId, at, leftAt }: Return): Promise<void> {
  if ((await findPet(tx, petId)) === undefined) return;
  const { zone } = await findShelterZone(tx);
  const profile = await findProfile(tx, petId);
  const endedOn = profile.outcomeOn ?? (leftAt && zone.dayOf(leftAt));
  const isTakenBack = leftAt !== undefined && isMistake(leftAt, at);
  // Who has said when the animal came back has overwritten when it came before.
  const isTold = endedOn !== undefined && profile.arrivedOn !== undefined && profile.arrivedOn > endedOn;
  if (endedOn !== undefined && !isTakenBack && !isTold) await keepStay(tx, petId, at, zone, endedOn);
  const begun = isTakenBack || isTold ? { outcomeType: null, outcomeOn: null } : begunStay(profile, zone.dayOf(at));
  await saveProfile(tx, petId, profile, withoutNulls({ ...profile, ...begun }));
}
