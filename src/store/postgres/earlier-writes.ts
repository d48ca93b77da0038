import { type Statement, statement } from '../statement.ts';
import { outcomeUnknown } from '../storage-errors.ts';

/** Every session that writes holds it as long as it lives, so that others can see which transactions write. */
const writerLock = 1_885_697_121;
const pollIntervalMs = 5;
/** A write that waits for a lock or for the server ends in less. */
const maxWaitMs = 10_000;

export const markWriter = statement<readonly unknown[]>(`SELECT pg_advisory_lock_shared(${writerLock}, 0)`);

/** A session between two transactions has the local number 0. */
const findWrites = statement<readonly [transaction: string]>(
  `SELECT CAST(virtualtransaction AS TEXT) FROM pg_locks
   WHERE locktype = 'advisory' AND classid = ${writerLock} AND pid <> pg_backend_pid()
   AND virtualtransaction NOT LIKE '%/0'
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);

/**
 * Waits until the writes have ended that are in progress on any node: their snapshots may lack what was just committed. To
 * look costs the writes nothing, unlike a lock that each would have to take.
 * @throws ServiceError `unavailable` when they do not end; what was committed stays
 */
export async function waitForEarlierWrites(
  query: <Row extends readonly unknown[]>(sql: Statement<Row>) => Promise<Row[]>,
): Promise<void> {
  const since = performance.now();
  const find = async () => new Set((await query(findWrites)).map(([transaction]) => transaction));
  try {
    let open = await find();
    while (open.size > 0) {
      if (performance.now() - since > maxWaitMs) throw new Error('writes that began earlier have not ended');
      await Bun.sleep(pollIntervalMs);
      open = open.intersection(await find());
    }
  } catch (error) {
    throw outcomeUnknown(error);
  }
}
