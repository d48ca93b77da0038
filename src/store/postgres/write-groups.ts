import { ServiceError } from '../../model/errors.ts';
import type { Command } from '../store.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { kindOf, translateFailure } from './failures.ts';
import { inTransaction } from './transaction.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

/** A command that can be run for many inputs at once. */
export type GroupCommand<Input, Output> = Command<Input, Output> &
  Required<Pick<Command<Input, Output>, 'runTogether'>>;

interface Write<Input, Output> extends Waiter {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/** More groups under way at once only makes each of them smaller. */
const maxUnderWay = 2;
/** A power of two, as all sizes of groups are, so that there are few texts of statements to prepare. */
const maxSize = 64;

/**
 * Writes of one command that wait at the same moment, run in one transaction: while two groups are being committed, all
 * that arrive wait and become the next ones. What does not go together, goes alone.
 */
export class WriteGroups<Input, Output> {
  readonly #pool: ConnectionPool;
  readonly #command: GroupCommand<Input, Output>;
  readonly #waiting: WaitQueue<Write<Input, Output>>;
  #underWay = 0;
  #sendIsDue = false;

  constructor(pool: ConnectionPool, command: GroupCommand<Input, Output>) {
    this.#pool = pool;
    this.#command = command;
    this.#waiting = new WaitQueue((since) => pool.refusal(since));
  }

  push(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, since: performance.now(), resolve, reject });
      this.#scheduleSend();
    });
  }

  /** Waits for the end of the event loop's turn: what arrived in the same turn travels together. */
  #scheduleSend(): void {
    if (this.#sendIsDue) return;
    this.#sendIsDue = true;
    setImmediate(() => {
      this.#sendIsDue = false;
      this.#send();
    });
  }

  #send(): void {
    for (
      let { first } = this.#waiting;
      first !== undefined && this.#underWay < maxUnderWay;
      { first } = this.#waiting
    ) {
      this.#underWay++;
      this.#sendGroup(first).finally(() => {
        this.#underWay--;
        this.#send();
      });
    }
  }

  /** Never fails itself: it is the writers who learn what became of their writes. */
  async #sendGroup(first: Write<Input, Output>): Promise<void> {
    let group: Write<Input, Output>[] = [];
    try {
      const outputs = await this.#pool.use((connection) => {
        // Only now, so that all who came while there was no connection go along.
        if (group.length === 0) group = this.#takeGroup();
        return this.#run(connection, group);
      }, first.since);
      for (const [index, output] of outputs.entries()) group[index]?.resolve(output);
    } catch (error) {
      if (group.length === 0) return this.#waiting.reject(first, error);
      const runsAlone = group.length > 1 && !(error instanceof ServiceError && error.code === 'unavailable');
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
    if (group.length === 1) return [await inTransaction(connection, (tx) => this.#command.run(tx, first.input))];
    const inputs = group.map(({ input }) => input);
    try {
      return await inTransaction(connection, (tx) => this.#command.runTogether(tx, inputs));
    } catch (error) {
      // The one among them that met the conflict would meet it again and again.
      throw kindOf(error) === 'conflict' ? translateFailure(error) : error;
    }
  }
}

/** Runs a command in a transaction of its own. */
export function writeAlone<Input, Output>(
  pool: ConnectionPool,
  command: Command<Input, Output>,
  input: Input,
): Promise<Output> {
  return pool.use((connection) => inTransaction(connection, (tx) => command.run(tx, input)));
}
