import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from '../../support/http/connection.ts';
import type { Create } from '../history/check-creates.ts';
import { outcomeOf } from './client.ts';
import type { Flooded, FloodOptions } from './flood.ts';

/** Only so many connect at a time: more than the queue of a listening socket holds would have to wait and try again. */
const connectsAtOnce = 100;

const { url, connections: count } = workerData as FloodOptions;
const creates: Create[] = [];
const latenciesMs: number[] = [];
const statuses: Record<string, number> = {};
let isOver = false;

const connections: Connection[] = [];
while (connections.length < count) {
  const more = Math.min(connectsAtOnce, count - connections.length);
  connections.push(...(await Promise.all(Array.from({ length: more }, () => Connection.open(url)))));
}
parentPort?.once('message', () => {
  isOver = true;
});
parentPort?.postMessage('open');
await Promise.all(connections.map(createAll));
for (const connection of connections) connection.close();
parentPort?.once('message', () => parentPort?.postMessage({ creates, latenciesMs, statuses } satisfies Flooded));
parentPort?.postMessage('ended');

async function createAll(connection: Connection, client: number): Promise<void> {
  for (let number = 0; !isOver; number++) {
    const change = { kind: 'create', name: `flood ${client} animal ${number}`, categoryId: 1 + (client % 50) } as const;
    const { name, categoryId } = change;
    const startedAt = performance.now();
    const reply = await connection
      .send({ method: 'POST', path: '/v1/pets', body: JSON.stringify({ name, categoryId }) })
      .catch(String);
    if (typeof reply === 'string') {
      creates.push({ name, outcome: { kind: 'unexpected', status: 0, text: reply } });
      return;
    }
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    const outcome = outcomeOf(change, reply, false);
    if (outcome.kind === 'acknowledged') latenciesMs.push(performance.now() - startedAt);
    creates.push({ name, outcome });
  }
}
