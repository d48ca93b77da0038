import { expect, test } from 'bun:test';
import { bodyOf } from './support/body.ts';
import { makeScratchFolder } from './support/scratch.ts';
import { startServer, type TestServer } from './support/server.ts';

interface Acknowledged {
  id: number;
  name: string;
  idempotencyKey: string;
}

const clients = 32;

/** Adds animals, as fast as the server takes them, until it no longer answers. */
async function addUntilDead(server: TestServer, run: number, acknowledged: Acknowledged[]): Promise<void> {
  const work = async (client: number) => {
    for (let count = 0; count < 100_000; count++) {
      const name = `run ${run} client ${client} number ${count}`;
      const idempotencyKey = name.replaceAll(' ', '-');
      const response = await server
        .fetch('/v1/pets', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
          body: JSON.stringify({ name, categoryId: 1 }),
        })
        .catch(() => undefined);
      const pet = response?.status === 201 ? await bodyOf(response).catch(() => undefined) : undefined;
      if (pet === undefined) return;
      acknowledged.push({ id: pet.id, name, idempotencyKey });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
}

async function readAll(server: TestServer): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  let next: string | undefined = '/v1/pets?limit=100';
  for (let page = 0; next !== undefined && page < 10_000; page++) {
    const response = await server.fetch(next);
    for (const { id, name } of (await response.json()) as Acknowledged[]) found.set(id, name);
    next = /<https?:\/\/[^/]+([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return found;
}

test('a server killed twice under load loses nothing that it acknowledged, and gives no id twice', async () => {
  const scratch = makeScratchFolder();
  const acknowledged: Acknowledged[] = [];
  for (const run of [1, 2]) {
    const server = await startServer({ folder: scratch.path });
    const load = addUntilDead(server, run, acknowledged);
    await Bun.sleep(700);
    server.signal('SIGKILL');
    await Promise.all([load, server.exited]);
  }

  const server = await startServer({ folder: scratch.path });
  const found = await readAll(server);
  expect(acknowledged.length).toBeGreaterThan(2 * clients);
  expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
  expect(acknowledged.filter(({ id, name }) => found.get(id) !== name)).toEqual([]);
  // At most the requests that were under way at a kill may have been kept without an answer.
  expect(found.size - acknowledged.length).toBeLessThanOrEqual(2 * clients);
  expect(new Set(found.values()).size).toBe(found.size);

  const last = acknowledged.at(-1);
  const again = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': last?.idempotencyKey ?? '' },
    body: JSON.stringify({ name: last?.name, categoryId: 1 }),
  });
  expect([again.headers.get('Idempotency-Replayed'), (await bodyOf(again)).id]).toEqual(['true', last?.id ?? 0]);

  const ids = [...found.keys()];
  const created = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"After","categoryId":1}',
  });
  expect((await bodyOf(created)).id).toBeGreaterThan(Math.max(...ids));
  expect(await server.stop()).toBe(0);
  scratch.remove();
}, 60_000);
