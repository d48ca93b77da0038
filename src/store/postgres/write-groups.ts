import { ServiceError } from '../../errors/service-error.ts';
import { oncePerTick } from '../../lib/next-tick.ts';
import type { Command } from '../store.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { waitForEarlierWrites } from './earlier-writes.ts';
import { failureKind, hasConflicted, translateFailure } from './failures.ts';
import { inTransaction } from './transaction.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

/** A command that can run for many inputs at once. */
export type GroupCommand<Input, Output> = Command<Input, Output> &
  Required<Pick<Command<Input, Output>, 'runTogether'>>;

interface Write<Input, Output> extends Waiter {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/** Four or eight were slower than two, because each group is smaller. */
const maxSending = 2;
/** All groups have a power of two as size, so that few different statements have to be prepared. */
const maxSize = 64;

/**
 * Runs concurrent writes of one command in groups, one transaction each. Writes that arrive while two groups are being
 * committed form the next groups. If a group fails although the database is available, it was rolled back, and each of its
 * writes runs by itself: a repeated or rejected write costs the others of its group only that. A single one runs again only
 * if it conflicted with another write.
 *
 * PostgreSQL shares the flush of its log among commits; what a create costs is its round trips, five with an idempotency key.
 */
export class WriteGroups<Input, Output> {
  readonly #pool: ConnectionPool;
  readonly #command: GroupCommand<Input, Output>;
  readonly #waiting: WaitQueue<Write<Input, Output>>;
  #sending = 0;
  /** Writes of one event-loop tick share a group. */
  readonly #scheduleSend = oncePerTick(() => this.#send());

  constructor(pool: ConnectionPool, command: GroupCommand<Input, Output>) {
    this.#pool = pool;
    this.#command = command;
    this.#waiting = new WaitQueue((since) => pool.waitError(since));
  }

  push(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, since: performance.now(), resolve, reject });
      this.#scheduleSend();
    });
  }

  #send(): void {
    for (let { first } = this.#waiting; first !== undefined && this.#sending < maxSending; { first } = this.#waiting) {
      this.#sending++;
      this.#sendGroup(first).finally(() => {
        this.#sending--;
        this.#send();
      });
    }
  }

  /** Never rejects: it resolves or rejects the writes. */
  async #sendGroup(first: Write<Input, Output>): Promise<void> {
    let group: Write<Input, Output>[] = [];
    try {
      const work = (connection: Connection) => {
        // Not before there is a connection, so that the group has all writes that have waited for it.
        if (group.length === 0) group = this.#takeGroup();
        return this.#run(connection, group);
      };
      // Waiting here for a lock would hold up all groups.
      const outputs = await this.#pool.use(work, { since: first.since, waitsForLocks: false });
      for (const [index, output] of outputs.entries()) group[index]?.resolve(output);
    } catch (error) {
      if (group.length === 0) return this.#waiting.reject(first, error);
      const isUnavailable = error instanceof ServiceError && error.code === 'unavailable';
      const runsAlone = (group.length > 1 && !isUnavailable) || hasMetAnother(error);
      for (const write of group) {
        if (runsAlone) writeAlone(this.#pool, this.#command, write.input).then(write.resolve, write.reject);
        else write.reject(error);
      }
    }
  }

  #takeGroup(): Write<Input, Output>[] {
    return this.#waiting.shift(2 ** Math.floor(Math.log2(Math.min(this.#waiting.size, maxSize))));
  }

  async #run(connection: Connection, group: readonly Write<Input, Output>[]): Promise<Output[]> {
    const [first] = group;
    if (first === undefined) return [];
    const inputs = group.map(({ input }) => input);
    try {
      const outputs = await inTransaction(
        connection,
        async (tx) =>
          group.length === 1 ? [await this.#command.run(tx, first.input)] : await this.#command.runTogether(tx, inputs),
        { givenIds: this.#pool.givenIds },
      );
      this.#pool.countCommit(connection, group.length);
      return outputs;
    } catch (error) {
      // Retried as a group, they would conflict again. Run one by one, only the write that conflicts is retried.
      throw hasConflicted(failureKind(error)) ? translateFailure(error) : error;
    }
  }
}

/** Whether a translated failure is that of a conflict or a lock. */
function hasMetAnother(error: unknown): boolean {
  const kind = error instanceof ServiceError ? failureKind(error.cause) : 'bug';
  return hasConflicted(kind) || kind === 'locked';
}

export async function writeAlone<Input, Output>(
  pool: ConnectionPool,
  command: Command<Input, Output>,
  input: Input,
): Promise<Output> {
  const { name, locksRows, isBarrier } = command;
  const write = async (connection: Connection, takesTurn: boolean) => {
    const output = await inTransaction(connection, (tx) => command.run(tx, input), {
      givenIds: pool.givenIds,
      locksRows,
      takesTurn,
    });
    pool.countCommit(connection, 1);
    return output;
  };
  const output = await pool.use(write, { command: name });
  // Holds neither a connection nor a turn while it waits.
  if (isBarrier) await waitForEarlierWrites((sql) => pool.use((connection) => connection.query(sql, [])));
  return output;
}
