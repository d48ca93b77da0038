import { atEnd } from '../at-end.ts';
import { type Engine, type ScratchDatabase, sqlite } from '../engines.ts';
import { until } from '../until.ts';
import { freePort, pagesPort } from './ports.ts';
import { cleanEnv, petstore, readOutput, shortLived } from './program.ts';

/** The admin key of every test server, unless its test sets another. */
export const adminKey = 'an-admin-key-that-only-tests-know-of';

/** A third of the usual connections to PostgreSQL, which starts a process for each: three of them are for writes. */
const defaults = { PETSTORE_API_KEY: adminKey, PETSTORE_DATABASE_CONNECTIONS: '5' };

export interface TestServer {
  /** The address it listens on. */
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  /** Its output so far. */
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<number>;
  /** Sends a request with the admin key unless `init` has another `Authorization`. */
  fetch(path: string, init?: BunFetchRequestInit): Promise<Response>;
  /** The same with a body as JSON, and a text as it is. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Waits until the events of all acknowledged writes have their sequence numbers. */
  untilSettled(): Promise<void>;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL'): void;
  /** Stops it, and removes its data unless the database was given. Returns its exit code. */
  stop(): Promise<number>;
}

export interface TestServerOptions {
  env?: Record<string, string>;
  args?: string[];
  /** The command to run instead of that of the checkout. */
  command?: readonly string[];
  /** The engine on which the server creates its own database. */
  engine?: Engine;
  /** A database to use instead. */
  database?: ScratchDatabase;
  /** Is called with its process before it listens. */
  onSpawn?(pid: number): void;
  /** The most files and connections that it may have open. */
  maxDescriptors?: number;
  /** Whether it lives for longer than seconds, or under load: then it has the compilers that users have. */
  isLongLived?: boolean;
}

/** Starts a server whose pages a browser shows: at an address where it has the scripts of the one before. One at a time. */
export function startSite(options: TestServerOptions = {}): Promise<TestServer> {
  return startServer({ ...options, env: { PORT: String(pagesPort()), ...options.env } });
}

/** Starts `petstore serve` as a separate process on a free port, and waits until it listens. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, args = [], command = petstore(), engine = sqlite, maxDescriptors, isLongLived } = options;
  const compilers = isLongLived ? {} : shortLived;
  const limit =
    maxDescriptors === undefined ? [] : ['sh', '-c', `ulimit -n ${maxDescriptors} && exec "$@"`, 'petstore'];
  const database = options.database ?? (await engine.makeDatabase({ isMigrated: true }));
  const databaseUrl = database.url;
  const program = Bun.spawn([...limit, ...command, 'serve', ...args], {
    env: cleanEnv({ ...defaults, ...compilers, PORT: String(freePort()), DATABASE_URL: databaseUrl, ...env }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  options.onSpawn?.(program.pid);
  // In case a test fails before it stops the server.
  atEnd(async () => program.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) => readOutput(program[name], (text) => (output[name] += text));
  const collected = Promise.all([collect('stdout'), collect('stderr')]);
  const url = await untilListening(program, output);
  const server: TestServer = {
    url,
    pid: program.pid,
    databaseUrl,
    output,
    exited: program.exited,
    fetch: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { Authorization: `Bearer ${adminKey}`, ...init.headers } }),
    send: (method, path, body, headers = {}) =>
      server.fetch(path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    async untilSettled() {
      const pending = () => database.run('SELECT id FROM pending_events');
      await until('events to be sequenced', pending, ({ length }) => length === 0);
    },
    signal: (name) => program.kill(name),
    async stop() {
      program.kill('SIGTERM');
      const exitCode = await program.exited;
      await collected;
      if (options.database === undefined) await database.remove();
      return exitCode;
    },
  };
  return server;
}

async function untilListening(program: Bun.Subprocess, output: { stdout: string; stderr: string }): Promise<string> {
  // The lines of the startup message arrive one by one, and a test may check any of them.
  const address = () => /listens on (\S+).*Stop with Ctrl-C/s.exec(output.stdout)?.[1];
  const hasEnded = () => program.exitCode !== null || program.signalCode !== null;
  await until('the server to listen', () => address() ?? hasEnded());
  const url = address();
  if (url !== undefined) return url;
  throw new Error(`the server did not start:\n${output.stdout}${output.stderr}`);
}
