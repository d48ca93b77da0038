import { Connection, type Reply } from '../http/connection.ts';
import { until } from '../until.ts';
import type { TestServer } from './server.ts';

/** Only Linux distributes connections over the processes that listen on the same port. */
export const canShareAPort = process.platform === 'linux';

/** Opens connections until `processes` processes have `each` of them, and closes the surplus. */
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

/** Adds an animal over this connection. */
export function addPet(connection: Connection, name: string, headers: Record<string, string> = {}): Promise<Reply> {
  return connection.send({ method: 'POST', path: '/v1/pets', headers, body: JSON.stringify({ name, categoryId: 1 }) });
}

/** The values of a metrics page by name and labels. */
export function readMetrics(page: string): Map<string, number> {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ [^ ]*$/, ''), Number(line.replace(/^.* /, ''))]));
}
