import { join } from 'node:path';
import { atEnd } from '../../support/at-end.ts';
import { cleanEnv, type Finished, petstoreOfCheckout, readOutput } from '../../support/process/program.ts';
import { adminKey } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** After a response with 503, which has changed nothing. */
const retryMs = 100;

/** `petstore serve` with a simulated clock, and commands at the same time. */
export interface Simulation {
  readonly url: string;
  readonly pid: number;
  /** What it has logged: a JSON object in each line. */
  readonly log: () => string;
  /** Epoch milliseconds of the last jump: a whole hour. The clock goes on from there. */
  readonly now: number;
  readonly requests: number;
  /**
   * Lets the time pass until a whole hour (epoch ms): whatever the service repeats is done once when it resolves.
   * @param setClock sets other clocks to the same time
   */
  passUntil(time: number, setClock: (time: number) => Promise<unknown>): Promise<void>;
  /** Whatever is repeated, once more, at the same time. */
  settle(): Promise<void>;
  /**
   * Sends a request with the key of the administrator, if it has no `Authorization`; an empty one sends none. An object is sent as JSON.
   * @throws Error when the response has another status than those
   */
  send<Body>(request: string, options?: Sending): Promise<Body>;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<Finished>;
  stop(): Promise<number>;
}

export interface Sending {
  readonly body?: object | string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  /** 200, 201 and 204 if it is missing. */
  readonly status?: number;
}

/** The command line of `petstore` with a simulated clock. */
function command(...args: string[]): string[] {
  const [runtime = '', ...program] = petstoreOfCheckout(...args);
  return [runtime, '--preload', join(import.meta.dir, 'clock.ts'), ...program];
}

/** @param begin epoch milliseconds: a whole hour */
export async function startSimulation(settings: Record<string, string>, begin: number): Promise<Simulation> {
  let [now, requests] = [begin, 0];
  let answered = Promise.withResolvers<void>();
  const env = () => cleanEnv({ ...settings, SIMULATED_TIME: String(now) });
  const program = Bun.spawn(command('serve'), {
    env: { ...env(), PORT: '0', PETSTORE_API_KEY: adminKey },
    stdio: ['ignore', 'pipe', 'pipe'],
    ipc: () => answered.resolve(),
  });
  atEnd(async () => program.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) => readOutput(program[name], (text) => (output[name] += text));
  const collected = Promise.all([collect('stdout'), collect('stderr')]);
  const listening = () => /listens on (\S+)/.exec(output.stdout)?.[1];
  await until('the service', () => listening() ?? program.exitCode);
  const url = listening();
  if (url === undefined) throw new Error(`the service did not start: ${output.stderr}`);
  const tell = async (message: { to: number } | 'hold') => {
    answered = Promise.withResolvers();
    program.send(message);
    await Promise.race([answered.promise, program.exited.then(() => Promise.reject(new Error('the service ended')))]);
  };
  const send = async <Body>(request: string, options: Sending = {}): Promise<Body> => {
    const { body, headers = {}, status } = options;
    requests += 1;
    const [method = '', path = ''] = request.split(' ');
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
    const { Authorization = `Bearer ${adminKey}`, ...others } = headers;
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(Authorization !== '' && { Authorization }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...others,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await response.text();
    if (response.status === 503) {
      await Bun.sleep(retryMs);
      return await send<Body>(request, options);
    }
    if (status === undefined ? response.status > 204 : response.status !== status)
      throw new Error(`${request} returned ${response.status} ${text}`);
    return (response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text) as Body;
  };
  return {
    url,
    pid: program.pid,
    log: () => output.stderr,
    get now() {
      return now;
    },
    get requests() {
      return requests;
    },
    async passUntil(time, setClock) {
      now = time;
      await tell('hold');
      await setClock(time);
      await tell({ to: time });
    },
    settle: () => tell({ to: 0 }),
    send,
    async run(...args) {
      const run = Bun.spawn(command(...args), { env: env(), stdio: ['ignore', 'pipe', 'pipe'] });
      const [stdout, stderr] = await Promise.all([run.stdout.text(), run.stderr.text()]);
      return { exitCode: await run.exited, stdout, stderr };
    },
    async stop() {
      program.disconnect();
      program.kill('SIGTERM');
      const exitCode = await program.exited;
      await collected;
      return exitCode;
    },
  };
}

export type Task = () => Promise<void>;

const concurrency = 24;

/** Runs some tasks at a time. */
export async function inParallel(tasks: readonly Task[]): Promise<void> {
  const rest = tasks[Symbol.iterator]();
  const work = async () => {
    for (const task of rest) await task();
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, work));
}

/** Of an error of `send`: somebody else has changed or removed the animal meanwhile. */
export function unlessGone(error: unknown): undefined {
  if (!/returned 4(04|10)/.test(String(error))) throw error;
}
