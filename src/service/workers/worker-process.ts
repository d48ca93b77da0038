import { StartError } from '../../lib/start-error.ts';
import { Channel, type Handlers } from './channel.ts';
import type { AskedOfSupervisor, AskedOfWorker, WorkerStart } from './messages.ts';

/** What a worker is answered once it has said hello. */
export type Answers = Omit<Handlers<AskedOfSupervisor>, 'hello'>;

const startTimeoutMs = 60_000;

/** A worker, as its supervisor sees it. */
export class WorkerProcess {
  readonly number: number;
  readonly channel: Channel<AskedOfWorker, AskedOfSupervisor>;
  /** How it ended, such as `SIGKILL` or `exit code 1`. */
  readonly ended: Promise<string>;
  readonly #program: Bun.Subprocess;
  readonly #greeting = Promise.withResolvers<void>();
  readonly #startedAt = performance.now();
  #state: 'starting' | 'listening' | 'open' | 'ended' = 'starting';

  /** Starts the process. @throws Error when the system has no room for one more */
  constructor(script: string, number: number, answers: (worker: WorkerProcess) => Answers) {
    const ended = Promise.withResolvers<string>();
    this.number = number;
    this.ended = ended.promise;
    this.#program = Bun.spawn([process.execPath, ...process.execArgv, script], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      serialization: 'advanced',
      ipc: (message) => this.channel.receive(message),
      onExit: (_, exitCode, signal) => {
        const how = String(signal ?? `exit code ${exitCode}`);
        this.#end(how);
        ended.resolve(how);
      },
    });
    this.channel = new Channel<AskedOfWorker, AskedOfSupervisor>((message) => this.#program.send(message), {
      ...answers(this),
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

  /** Whether it answers requests. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get ageMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Brings it to where it only has to listen. @throws StartError */
  async prepare(start: WorkerStart): Promise<void> {
    await this.#greeting.promise;
    await this.channel.ask('prepare', start, startTimeoutMs);
  }

  /** @throws StartError */
  async listen(): Promise<void> {
    this.#state = 'listening';
    await this.channel.ask('listen', null, startTimeoutMs);
  }

  /** @throws StartError */
  async open(): Promise<void> {
    await this.channel.ask('open', null, startTimeoutMs);
    this.#state = 'open';
  }

  /** Lets it finish what it has begun; `ended` tells when. */
  drain(): void {
    if (this.#state === 'starting') this.kill();
    else this.channel.ask('drain', null).catch(() => undefined);
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
