import { outcomeUnknown, tooManyWaiting, unavailable } from '../../store/errors.ts';
import type { RemoteWriter } from '../../store/sqlite/sqlite-store.ts';
import { type Channel, ChannelError } from './channel.ts';
import type { CommitCount } from './commit-count.ts';
import type { AskedOfSupervisor, AskedOfWorker } from './messages.ts';

/** How many writes of this worker may wait before further ones are refused. The supervisor has the same bound for all. */
const maxWaiting = 10_000;
const checkWithinMs = 2_000;

/**
 * Sends writes to the supervisor, whose writer thread takes them together with those of all other workers. Any number
 * may be under way: each waits for the commit that is under way and for its own, as in a process that serves alone.
 */
export class SupervisorWriter implements RemoteWriter {
  readonly #channel: Channel<AskedOfSupervisor, AskedOfWorker>;
  readonly #commitCount: CommitCount;
  #waiting = 0;

  constructor(channel: Channel<AskedOfSupervisor, AskedOfWorker>, commitCount: CommitCount) {
    this.#channel = channel;
    this.#commitCount = commitCount;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get commits(): number {
    return this.#commitCount.value;
  }

  async push(name: string, input: unknown): Promise<unknown> {
    if (this.#channel.isSilent) throw unavailable('the supervisor does not answer');
    if (this.#waiting >= maxWaiting) throw tooManyWaiting();
    this.#waiting += 1;
    try {
      return await this.#channel.ask('write', { name, input });
    } catch (error) {
      throw error instanceof ChannelError ? outcomeUnknown(error) : error;
    } finally {
      this.#waiting -= 1;
    }
  }

  async check(): Promise<void> {
    if (this.#channel.isSilent) throw unavailable('the supervisor does not answer');
    try {
      await this.#channel.ask('checkStorage', null, checkWithinMs);
    } catch (error) {
      throw error instanceof ChannelError ? unavailable(error) : error;
    }
  }

  /** The supervisor finishes what it was sent, whether or not somebody waits for it. */
  async close(): Promise<void> {}
}
