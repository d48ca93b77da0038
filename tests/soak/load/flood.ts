import { Worker } from 'node:worker_threads';
import type { Create } from '../history/check-creates.ts';

export interface FloodOptions {
  readonly url: string;
  readonly connections: number;
}

/** What the connections of a flood observed. */
export interface Flooded {
  readonly creates: readonly Create[];
  /** How long those that were acknowledged took. */
  readonly latenciesMs: readonly number[];
  /** How many responses had each status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Many connections that create animals without a pause. */
export interface Flood {
  /** Ends them when their last requests are answered. */
  stop(): Promise<void>;
  /** What they observed; after their end. */
  result(): Promise<Flooded>;
  /** Ends the thread, with all connections. */
  end(): Promise<void>;
}

/**
 * Starts a flood in a thread of its own, so that other clients of this process measure the service and not the flood.
 * Resolves when all connections are open.
 */
export async function startFlood(options: FloodOptions): Promise<Flood> {
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: options });
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await next();
  return {
    async stop() {
      const ended = next();
      worker.postMessage('stop');
      await ended;
    },
    async result() {
      const result = next();
      worker.postMessage('result');
      return (await result) as Flooded;
    },
    end: async () => void (await worker.terminate()),
  };
}
