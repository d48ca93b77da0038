import type { ScratchDatabase } from '../engines.ts';
import { freePort } from './ports.ts';
import { childrenOf, end, isAlive } from './processes.ts';
import { startServer, type TestServer } from './server.ts';

export interface NodeOptions {
  readonly database: ScratchDatabase;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Enough for a database that is itself restarting, or is locked by a stopped process. */
const startLimitMs = 60_000;

/** A service that can be started again on the same port. */
export class ServiceNode {
  readonly url: string;
  readonly #options: NodeOptions;
  readonly #port = String(freePort());
  #server: TestServer | undefined;
  readonly #log: (TestServer['output'] | string)[] = [];

  private constructor(options: NodeOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${this.#port}`;
  }

  static async start(options: NodeOptions): Promise<ServiceNode> {
    const node = new ServiceNode(options);
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

  /** What all of its processes have printed, and how they ended. */
  get log(): string {
    const texts = this.#log.map((part) => (typeof part === 'string' ? `${part}\n` : part.stdout + part.stderr));
    return texts.join('');
  }

  readonly fetch: TestServer['fetch'] = (path, init) => this.#running.fetch(path, init);

  /** Starts it unless it is running, and retries while its database does not respond. */
  async start(): Promise<void> {
    if (this.#server !== undefined && isAlive(this.#server.pid)) return;
    const { database, env, signal } = this.#options;
    const giveUpAt = performance.now() + startLimitMs;
    for (;;) {
      signal?.throwIfAborted();
      try {
        this.#server = await startServer({ database, env: { ...env, PORT: this.#port }, isLongLived: true });
        this.#log.push(this.#server.output);
        return;
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
        this.#log.push(String(error));
        await Bun.sleep(50);
      }
    }
  }

  /** Ends it together with its workers. */
  async killAll(): Promise<void> {
    for (const pid of this.workerPids) end(pid);
    await this.kill();
  }

  /** Ends its process, and waits for it to exit. Workers then end by themselves. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { pid, exited } = this.#running;
    if (isAlive(pid)) process.kill(pid, signal);
    await exited;
    this.#log.push(`(ended by ${signal})`);
  }

  async untilSettled(): Promise<void> {
    await this.#running.untilSettled();
  }

  get #running(): TestServer {
    if (this.#server === undefined) throw new Error('the node was not started');
    return this.#server;
  }
}
