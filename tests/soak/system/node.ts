import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScratchDatabase } from '../../support/engines.ts';
import { freePort } from '../../support/process/ports.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { childrenOf, isAlive } from '../../support/process/workers.ts';

export interface NodeOptions {
  readonly database: ScratchDatabase;
  /** The file for its output. */
  readonly folder: string;
  readonly env?: Record<string, string>;
  readonly signal: AbortSignal;
}

/** Enough for a database that is itself restarting, or is locked by a stopped process. */
const startLimitMs = 60_000;

/** A service that can be restarted on the same port. */
export class SoakNode {
  readonly url: string;
  readonly #options: NodeOptions;
  readonly #port = String(freePort());
  #server: TestServer | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${this.#port}`;
  }

  static async start(options: NodeOptions): Promise<SoakNode> {
    const node = new SoakNode(options);
    await node.start();
    return node;
  }

  /** Its process, which is the supervisor if it has workers. */
  get pid(): number {
    return this.#running.pid;
  }

  get workerPids(): number[] {
    return childrenOf(this.pid);
  }

  get fetch(): TestServer['fetch'] {
    return (path, init) => this.#running.fetch(path, init);
  }

  /** Starts it unless it is running, and retries while its database does not respond. */
  async start(): Promise<void> {
    if (this.#server !== undefined && isAlive(this.#server.pid)) return;
    const { database, env = {}, folder, signal } = this.#options;
    const giveUpAt = performance.now() + startLimitMs;
    for (;;) {
      signal.throwIfAborted();
      try {
        this.#server = await startServer({ database, env: { ...env, PORT: this.#port, TMPDIR: folder } });
        return;
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
        this.#log(`${error}`);
        await Bun.sleep(50);
      }
    }
  }

  /** Ends it together with its workers. */
  async killAll(): Promise<void> {
    for (const pid of this.workerPids) process.kill(pid, 'SIGKILL');
    await this.kill();
  }

  /** Ends its process, and waits for it to exit. Workers then end by themselves. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { pid, exited, output } = this.#running;
    if (isAlive(pid)) process.kill(pid, signal);
    await exited;
    this.#log(`${output.stdout}${output.stderr}(ended by ${signal})\n`);
  }

  async untilSettled(): Promise<void> {
    await this.#running.untilSettled();
  }

  get #running(): TestServer {
    if (this.#server === undefined) throw new Error('the node was not started');
    return this.#server;
  }

  #log(text: string): void {
    appendFileSync(join(this.#options.folder, `node-${this.#port}.log`), `${text}\n`);
  }
}
