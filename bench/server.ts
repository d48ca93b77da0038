import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { type Cores, onCore } from './host/cores.ts';
import type { Processes } from './host/processes.ts';
import type { Place, Target } from './targets/target.ts';

const startTimeoutMs = 20_000;

/** A target that runs. */
export interface Server {
  readonly target: Target;
  readonly place: Place;
  readonly processId: number;
  readonly startedInMs: number;
  /** Throws when the server has ended, with what it said last. */
  readonly assertAlive: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops it and removes its folder. */
  readonly remove: () => Promise<void>;
}

export interface ServerStart {
  readonly processes: Processes;
  readonly cores: Cores;
  readonly target: Target;
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Added to what the target asks for. */
  readonly environment: Readonly<Record<string, string>>;
}

const apiKey = `bench-${crypto.randomUUID()}`;

export const answersFileName = 'answers.json';

/** Starts a target on the server's core and waits for the first good answer of `/readyz`. */
export async function startServer(start: ServerStart): Promise<Server> {
  const { processes, cores, target, dataFolder, databaseUrl, environment } = start;
  await mkdir(dataFolder, { recursive: true });
  const answersFile = join(dataFolder, answersFileName);
  const place: Place = { host: '127.0.0.1', port: freePort(), apiKey, dataFolder, databaseUrl, answersFile };
  const output = Bun.file(join(dataFolder, 'server.log'));
  const startedAt = performance.now();
  const child = processes.start({
    command: onCore(cores, 'server', target.command),
    environment: { ...target.environment(place), ...environment },
    output,
  });
  const assertAlive = async () => {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${target.name} ended by itself:\n${(await output.text()).slice(-2_000)}`);
    }
  };
  // A limit has one thing to say, whatever it is asked.
  const isReady = (response: Response) => response.ok || target.kind === 'limit';
  await waitForAnswer(place, '/readyz', isReady, child, assertAlive);
  const startedInMs = performance.now() - startedAt;
  // A service listens before it has stored the key it was given.
  await waitForAnswer(place, '/v1/pets?limit=1', isReady, child, assertAlive);
  const stop = () => processes.stop(child);
  const remove = () => stop().then(() => rm(dataFolder, { recursive: true, force: true }));
  return { target, place, processId: child.pid, startedInMs, assertAlive, stop, remove };
}

async function waitForAnswer(
  place: Place,
  path: string,
  isReady: (response: Response) => boolean,
  child: Subprocess,
  assertAlive: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!(await isAnswered(place, path, isReady))) {
    await assertAlive();
    if (performance.now() > deadline) throw new Error(`process ${child.pid}: no ${path} after ${startTimeoutMs} ms`);
    await Bun.sleep(1);
  }
}

async function isAnswered(
  { host, port, apiKey }: Place,
  path: string,
  isReady: (response: Response) => boolean,
): Promise<boolean> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const init = { headers, signal: AbortSignal.timeout(1_000), keepalive: false };
  return await fetch(`http://${host}:${port}${path}`, init).then(isReady, () => false);
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port } = server;
  server.stop(true);
  return port ?? 0;
}
