import { fileVariable } from '../../config/secret-files.ts';
import { clientVariables, secretVariables } from '../../config/settings.ts';
import { StartError } from '../../lib/errors.ts';
import { Channel, type Handlers } from './channel.ts';
import type { SupervisorRequests, WorkerRequests, WorkerStart } from './messages.ts';

/** What handles the requests of a worker once it has said hello. */
export type SupervisorHandlers = Omit<Handlers<SupervisorRequests>, 'hello'>;

const startTimeoutMs = 60_000;
/** The file descriptor under which a worker inherits the shared memory: the first after its standard streams. */
const memoryInWorker = 3;

/** The supervisor sends a worker what it needs. What it does not need stays out of its environment and its core dumps. */
function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secrets: readonly string[] = [...secretVariables, clientVariables.token, fileVariable(clientVariables.token)];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name)));
}

/** A worker, as its supervisor sees it. */
export class WorkerProcess {
  readonly number: number;
  readonly channel: Channel<WorkerRequests, SupervisorRequests>;
  /** How it ended, such as `SIGKILL` or `exit code 1`. */
  readonly ended: Promise<string>;
  readonly #program: Bun.Subprocess;
  readonly #greeting = Promise.withResolvers<void>();
  readonly #startedAt = performance.now();
  #silentChecks = 0;
  #state: 'starting' | 'listening' | 'open' | 'ended' = 'starting';

  /**
   * Starts the process, which inherits the file descriptor `memory`.
   * @throws Error when the system has no room for one more
   */
  constructor(
    command: readonly string[],
    number: number,
    memory: number,
    handlers: (worker: WorkerProcess) => SupervisorHandlers,
  ) {
    const ended = Promise.withResolvers<string>();
    this.number = number;
    this.ended = ended.promise;
    this.#program = Bun.spawn([...command], {
      env: withoutSecrets(process.env),
      stdio: ['ignore', 'ignore', 'inherit', memory],
      serialization: 'advanced',
      ipc: (message) => {
        this.#silentChecks = 0;
        this.channel.receive(message);
      },
      onExit: (_, exitCode, signal) => {
        const how = String(signal ?? `exit code ${exitCode}`);
        this.#end(how);
        ended.resolve(how);
      },
    });
    this.channel = new Channel<WorkerRequests, SupervisorRequests>((message) => this.#program.send(message), {
      ...handlers(this),
      hello: () => {
        this.#greeting.resolve();
        return null;
      },
    });
    // One that ends may do so while nobody waits for its greeting.
    this.#greeting.promise.catch(() => undefined);
  }

  get pid(): number {
    return this.#program.pid;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get ageMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Brings it to where it only has to listen. @throws StartError */
  async prepare(start: Omit<WorkerStart, 'number' | 'rateLimitMemory'>): Promise<void> {
    const timer = setTimeout(() => this.kill(), startTimeoutMs);
    await this.#greeting.promise.finally(() => clearTimeout(timer));
    const own = { number: this.number, rateLimitMemory: memoryInWorker };
    await this.channel.request('prepare', { ...start, ...own }, startTimeoutMs);
  }

  /**
   * Counts the checks since its last message. From `listen` on it sends one every second. Counting checks and not time
   * tells a worker that hangs from a supervisor that did.
   */
  countSilence(): number {
    if (this.#state === 'starting') return 0;
    this.#silentChecks += 1;
    return this.#silentChecks;
  }

  /** @throws StartError */
  async listen(): Promise<void> {
    this.#state = 'listening';
    await this.channel.request('listen', null, startTimeoutMs);
  }

  /** @throws StartError */
  async open(): Promise<void> {
    await this.channel.request('open', null, startTimeoutMs);
    this.#state = 'open';
  }

  /** Lets it finish what it has begun; `ended` tells when. */
  drain(): void {
    if (this.#state === 'starting') this.kill();
    else this.channel.request('drain', null, startTimeoutMs).catch(() => undefined);
  }

  kill(): void {
    this.#program.kill('SIGKILL');
  }

  #end(how: string): void {
    const error = new StartError(`worker ${this.number} ended at its start (${how})`);
    this.#state = 'ended';
    this.channel.close(error);
    this.#greeting.reject(error);
  }
}
