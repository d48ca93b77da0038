import { findSetting, saveSetting } from '../../store/settings.ts';
import type { Statement, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { findFirstPendingEvent, findPendingMark, savePendingMark } from './pending-sql.ts';

/** The PostgreSQL statements that `advancePendingMark` needs. */
export interface PendingEventStatements {
  /** The highest id that was given to a pending event, committed or not. */
  readonly highest: Statement<readonly [id: bigint]>;
  /** The transactions in progress that may have inserted pending events. */
  readonly writers: Statement<readonly [transaction: string]>;
}

/**
 * What is known about transactions that insert pending events. Stored in the database, so that it is lost together with
 * the ids that it is about when a server crashes or a standby takes over.
 */
interface Progress {
  /** All transactions that were given ids up to this one had ended when this was stored. */
  settled: string;
  /** The same becomes true of this id when the `writers` have ended. */
  next: string;
  writers: readonly string[];
}

const progressSetting = 'pending_events_progress';
const unknown: Progress = { settled: '0', next: '0', writers: [] };
/** Fewer ids are not worth a write. */
const minAdvance = 1_000n;

/**
 * Advances the id below which pending events are no longer searched for, so that rows which PostgreSQL has to keep for a
 * long transaction are not read again and again. An id drawn early can be committed late, and must not be passed: its event
 * would be sequenced after events that happened later, or never. Returns whether another run can advance further.
 */
export const advancePendingMark: Command<PendingEventStatements, boolean> = {
  name: 'advancePendingMark',
  async run(tx, { highest, writers }) {
    const mark = await findPendingMark(tx);
    // Before the writers: one that begins later is given a higher id.
    const [[given = 0n] = []] = await tx.query(highest, []);
    if (given - mark < minAdvance) return false;
    const progress = await findProgress(tx);
    const settled = BigInt(progress.settled);
    const first = await findFirstPendingEvent(tx);
    const next = first === undefined || first.id > settled ? settled : first.id - 1n;
    if (next > mark) await savePendingMark(tx, next);
    const open = (await tx.query(writers, [])).map(([transaction]) => transaction);
    await saveProgress(tx, advance(progress, given, open));
    return true;
  },
};

/**
 * The progress when `given` is the highest id, and these transactions are open. It holds for snapshots that are taken after
 * it is committed: a transaction that ended a moment ago may be missing in the current one.
 */
function advance(progress: Progress, given: bigint, open: readonly string[]): Progress {
  const remaining = progress.writers.filter((writer) => open.includes(writer));
  if (remaining.length > 0) return { ...progress, writers: remaining };
  return { settled: progress.next, next: String(given), writers: open };
}

async function findProgress(tx: Transaction): Promise<Progress> {
  const stored = await findSetting(tx, progressSetting);
  return stored === undefined ? unknown : (JSON.parse(stored) as Progress);
}

async function saveProgress(tx: Transaction, progress: Progress): Promise<void> {
  await saveSetting(tx, progressSetting, JSON.stringify(progress));
}
