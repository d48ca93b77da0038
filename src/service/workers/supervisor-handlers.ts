import { WindowRateLimiter } from '../../http/auth/rate-limit.ts';
import { measureProcess } from '../../http/response/metrics.ts';
import type { Store } from '../../store/store.ts';
import { commands } from '../write-commands.ts';
import type { CommitCount } from './commit-count.ts';
import type { Totals } from './totals.ts';
import type { Answers, WorkerProcess } from './worker-process.ts';

export interface AnswersOptions {
  store: Store;
  /** Missing where workers do not write here. */
  commitCount: CommitCount | undefined;
  totals: Totals;
  /** Requests a minute per key. */
  rateLimit: number;
}

/** What a supervisor answers its workers. */
export function createAnswers({ store, commitCount, totals, rateLimit }: AnswersOptions) {
  const byName = new Map(commands.map((command) => [command.name, command]));
  const rateLimiter = new WindowRateLimiter(rateLimit);
  /** Writes that wait here and are counted by the workers that have sent them. */
  let forwarded = 0;

  async function write(name: string, input: unknown): Promise<unknown> {
    const command = byName.get(name);
    if (command === undefined) throw new Error(`no write command is named ${name}`);
    forwarded += 1;
    try {
      const output = await store.write(command, input as never);
      commitCount?.increase();
      return output;
    } finally {
      forwarded -= 1;
    }
  }

  return (worker: WorkerProcess): Answers => ({
    write: ({ name, input }) => write(name, input),
    async checkStorage() {
      await store.check();
      return null;
    },
    // By one clock: by those of several workers a window could end before it began.
    takeRequest: (keyId) => rateLimiter.take(keyId, Date.now()),
    report(measured) {
      totals.note(worker, measured);
      return null;
    },
    async measureAll(measured) {
      totals.note(worker, measured);
      await totals.update(worker);
      const own = { petstore_writes_waiting: Math.max(0, store.waiting - forwarded), ...measureProcess() };
      const { requests, values } = totals.sum(own);
      const { process_start_time_seconds } = own;
      return { requests, values: { ...values, process_start_time_seconds } };
    },
  });
}
