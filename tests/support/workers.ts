import { readdirSync, readFileSync } from 'node:fs';
import { Connection, type Reply } from './connection.ts';
import { untilTrue } from './receiver.ts';
import type { TestServer } from './server.ts';

/** Only Linux spreads the connections of one port over the processes that listen there. */
export const canShareAPort = process.platform === 'linux';

const maxConnections = 3_000;

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
  await untilTrue(() => pid !== undefined && statOf(pid)[0] === 'T', 'the process stands still');
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** What `/proc/PID/stat` says behind the name: the state, the parent, ... */
function statOf(pid: number): string[] {
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
  for (let count = 0; count < maxConnections; count++) {
    const connection = await Connection.open(server.url);
    await connection.send({ path: '/livez' });
    const known = byProcess.get(connection.process) ?? [];
    byProcess.set(connection.process, known);
    if (known.length < each) known.push(connection);
    else {
      connection.close();
      // The process that is missing may be about to start.
      await Bun.sleep(5);
    }
    const all = [...byProcess.values()];
    if (all.length === processes && all.every(({ length }) => length === each)) return all;
  }
  throw new Error(
    `${byProcess.size} processes answered ${maxConnections} connections, and there should be ${processes}`,
  );
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
