import { atEnd } from './at-end.ts';
import { type Engine, type ScratchDatabase, sqlite } from './engines.ts';
import { freePort } from './ports.ts';
import { cleanEnv, petstore } from './program.ts';
import { until } from './until.ts';

/** The admin key that every test server has unless its test says otherwise. */
export const adminKey = 'an-admin-key-that-only-tests-know-of';

export interface TestServer {
  /** Where it listens. */
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  /** What it has printed so far. */
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number>;
  /** Sends a request with the admin key unless `init` has another `Authorization`. */
  fetch(path: string, init?: BunFetchRequestInit): Promise<Response>;
  /** Waits until everything that was acknowledged has its place among the events. */
  untilSettled(): Promise<void>;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL'): void;
  /** Ends it, and removes its data unless the database was given. Returns its exit code. */
  stop(): Promise<number>;
}

export interface TestServerOptions {
  env?: Record<string, string>;
  args?: string[];
  /** Where the server makes its own database. */
  engine?: Engine;
  /** A database to use instead. */
  database?: ScratchDatabase;
}

/** Starts `petstore serve` as a process of its own on a free port, and waits until it listens. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, args = [], engine = sqlite } = options;
  const database = options.database ?? (await engine.makeDatabase({ isMigrated: true }));
  const databaseUrl = database.url;
  const program = Bun.spawn(petstore('serve', ...args), {
    env: cleanEnv({ PORT: String(freePort()), DATABASE_URL: databaseUrl, PETSTORE_API_KEY: adminKey, ...env }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  // Also after a test that failed half-way.
  atEnd(async () => program.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const gather = async (name: 'stdout' | 'stderr') => {
    const decoder = new TextDecoder();
    for await (const piece of program[name]) output[name] += decoder.decode(piece, { stream: true });
  };
  const gathered = Promise.all([gather('stdout'), gather('stderr')]);
  const url = await untilListening(program, output);
  return {
    url,
    pid: program.pid,
    databaseUrl,
    output,
    exited: program.exited,
    fetch: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { Authorization: `Bearer ${adminKey}`, ...init.headers } }),
    async untilSettled() {
      const pending = () => database.run('SELECT id FROM pending_events');
      await until('events to be settled', pending, ({ length }) => length === 0);
    },
    signal: (name) => program.kill(name),
    async stop() {
      program.kill('SIGTERM');
      const exitCode = await program.exited;
      await gathered;
      if (options.database === undefined) await database.remove();
      return exitCode;
    },
  };
}

async function untilListening(program: Bun.Subprocess, output: { stdout: string; stderr: string }): Promise<string> {
  // The lines of a start arrive one by one, and a test may look at any of them.
  const address = () => /listens on (\S+).*Stop with Ctrl-C/s.exec(output.stdout)?.[1];
  await until(
    'the server to listen',
    () => address() ?? program.exitCode,
    (seen) => seen !== null,
  );
  const url = address();
  if (url !== undefined) return url;
  throw new Error(`the server did not start:\n${output.stdout}${output.stderr}`);
}
