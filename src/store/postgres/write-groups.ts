import { type GroupCommand, writeAlone, writeTogether } from './write-attempts.ts';
import type { WriteConnections } from './write-connections.ts';

interface Waiter<Input, Output> {
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
  readonly #connections: WriteConnections;
  readonly #command: GroupCommand<Input, Output>;
  #waiting: Waiter<Input, Output>[] = [];
  #underWay = 0;
  #sendIsDue = false;

  constructor(connections: WriteConnections, command: GroupCommand<Input, Output>) {
    this.#connections = connections;
    this.#command = command;
  }

  push(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
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
    while (this.#underWay < maxUnderWay && this.#waiting.length > 0) {
      const size = 2 ** Math.floor(Math.log2(Math.min(this.#waiting.length, maxSize)));
      this.#underWay++;
      this.#run(this.#waiting.splice(0, size)).finally(() => {
        this.#underWay--;
        this.#send();
      });
    }
  }

  /** Never fails itself: it is the waiters who learn what became of their writes. */
  async #run(group: readonly Waiter<Input, Output>[]): Promise<void> {
    const [first, second] = group;
    if (first === undefined) return;
    if (second === undefined) return await this.#runAlone(first);
    try {
      const inputs = group.map(({ input }) => input);
      const outputs = await writeTogether(this.#connections, this.#command, inputs);
      if (outputs === undefined) for (const waiter of group) void this.#runAlone(waiter);
      else for (const [index, output] of outputs.entries()) group[index]?.resolve(output);
    } catch (error) {
      for (const waiter of group) waiter.reject(error);
    }
  }

  async #runAlone({ input, resolve, reject }: Waiter<Input, Output>): Promise<void> {
    try {
      resolve(await writeAlone(this.#connections, this.#command, input));
    } catch (error) {
      reject(error);
    }
  }
}
