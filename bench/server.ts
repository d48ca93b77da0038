import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../tests/support/process/ports.ts';
import { type Cores, onCore } from './host/cores.ts';
import { startProcess, stopProcess } from './host/processes.ts';
import { environmentOf, isLimit, type Place, type Target } from './targets.ts';

const startTimeoutMs = 20_000;
const apiKey = `bench-${crypto.randomUUID()}`;

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
  readonly cores: Cores;
  readonly target: Target;
  /** A folder of its own. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** Added to what the target asks for. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The answers of a limit are in this file of its folder. */
export const answersFileName = 'answers.json';

/** Starts a target on the server's core and waits for the first good answer of `/readyz`. */
export async function startServer({ cores, target, folder, databaseUrl, environment }: ServerStart): Promise<Server> {
  await mkdir(folder, { recursive: true });
  const answersFile = join(folder, answersFileName);
  const place: Place = { host: '127.0.0.1', port: freePort(), apiKey, databaseUrl, answersFile };
  const output = Bun.file(join(folder, 'server.log'));
  const startedAt = performance.now();
  const command = onCore(cores, 'server', target.command);
  const child = startProcess(command, { ...environmentOf(target, place), ...environment }, output);
  const assertAlive = async () => {
    if (child.exitCode === null && child.signalCode === null) return;
    throw new Error(`${target.name} ended by itself:\n${(await output.text()).slice(-2_000)}`);
  };
  const waitFor = async (path: string) => {
    const deadline = performance.now() + startTimeoutMs;
    while (!(await isAnswered(place, path, target))) {
      await assertAlive();
      if (performance.now() > deadline) throw new Error(`${target.name}: no ${path} after ${startTimeoutMs} ms`);
      await Bun.sleep(1);
    }
  };
  await waitFor('/readyz');
  const startedInMs = performance.now() - startedAt;
  // A service listens before it has stored the key it was given.
  await waitFor('/v1/pets?limit=1');
  const stop = () => stopProcess(child);
  const remove = () => stop().then(() => rm(folder, { recursive: true, force: true }));
  return { target, place, processId: child.pid, startedInMs, assertAlive, stop, remove };
}

async function isAnswered({ host, port, apiKey }: Place, path: string, target: Target): Promise<boolean> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const init = { headers, signal: AbortSignal.timeout(1_000), keepalive: false };
  // A limit has one thing to say, whatever it is asked.
  const isReady = (response: Response) => response.ok || isLimit(target);
  return await fetch(`http://${host}:${port}${path}`, init).then(isReady, () => false);
}
