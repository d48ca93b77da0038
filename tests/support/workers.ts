import { readdirSync, readFileSync } from 'node:fs';
import { Connection, type Reply } from './connection.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** Only Linux spreads the connections of one port over the processes that listen there. */
export const canShareAPort = process.platform === 'linux';

/** The ids of the processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((child) => parentOf(child) === pid);
}

/** Whether a process is there, and is more than an entry of what has ended. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)[0];
  return state !== undefined && state !== 'Z';
}

/** Sends a signal to one process. Without an id it would go to all that belong to this one. */
export function kill(pid: number | undefined, signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) throw new Error('there is no such process');
  process.kill(pid, signal);
}

/** Halts a process, and waits until it stands still: a signal is seen at the next chance, and not at once. */
export async function halt(pid: number | undefined): Promise<void> {
  kill(pid, 'SIGSTOP');
  await until(
    'the process to stand still',
    () => statOf(pid),
    ([state]) => state === 'T',
  );
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** What `/proc/PID/stat` says behind the name: the state, the parent, ... */
function statOf(pid: number | undefined): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** Opens connections until so many processes have so many of them each, and closes what is more. */
export async function connectToEach(server: TestServer, processes: number, each: number): Promise<Connection[][]> {
  const byProcess = new Map<string, Connection[]>();
  const connect = async () => {
    const connection = await Connection.open(server.url);
    await connection.send({ path: '/livez' });
    const known = byProcess.get(connection.process) ?? [];
    byProcess.set(connection.process, known);
    if (known.length < each) known.push(connection);
    else connection.close();
    return [...byProcess.values()].map(({ length }) => length);
  };
  const isEnough = (counts: number[]) => counts.length === processes && counts.every((count) => count === each);
  await until(`${each} connections to each of ${processes} processes`, connect, isEnough);
  return [...byProcess.values()];
}

export function closeAll(connections: readonly (readonly Connection[])[]): void {
  for (const connection of connections.flat()) connection.close();
}

/** Asks for an animal to be added. */
export function addPet(connection: Connection, name: string, headers: Record<string, string> = {}): Promise<Reply> {
  return connection.send({ method: 'POST', path: '/v1/pets', headers, body: JSON.stringify({ name, categoryId: 1 }) });
}

/** The values of the metrics page by name and labels. */
export function readMetrics(page: string): Map<string, number> {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ [^ ]*$/, ''), Number(line.replace(/^.* /, ''))]));
}
