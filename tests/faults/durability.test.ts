import { expect, test } from 'bun:test';
import { engines } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { readAllNames } from '../support/http/load.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

interface Acknowledged {
  id: number;
  name: string;
}

/** What the clients know. An animal without a response may be stored or not. */
interface Known {
  acknowledged: Acknowledged[];
  unanswered: string[];
}

const clients = 32;

/** Adds an animal under its own idempotency key, so that a later attempt is the same request. */
function add(server: TestServer, name: string): Promise<Response> {
  return server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name.replaceAll(' ', '-') },
    body: JSON.stringify({ name, categoryId: 1 }),
  });
}

/** Adds animals as fast as the server accepts them, until it no longer responds. */
async function addUntilDead(server: TestServer, run: number, known: Known): Promise<void> {
  const work = async (client: number) => {
    for (let count = 0; count < 100_000; count++) {
      const name = `run ${run} client ${client} number ${count}`;
      const response = await add(server, name).catch(() => undefined);
      const pet = response?.status === 201 ? await bodyOf(response).catch(() => undefined) : undefined;
      if (pet === undefined) return void known.unanswered.push(name);
      known.acknowledged.push({ id: pet.id, name });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
}

test.each(engines)(
  'on $name a server killed twice under load loses no acknowledged write, and retries add nothing twice',
  async (engine) => {
    const database = await engine.makeDatabase({ isMigrated: true });
    const { acknowledged, unanswered }: Known = { acknowledged: [], unanswered: [] };
    for (const run of [1, 2]) {
      const server = await startServer({ database });
      const load = addUntilDead(server, run, { acknowledged, unanswered });
      await until(
        'the load to be under way',
        () => acknowledged.length,
        (count) => count > 5 * run * clients,
      );
      server.signal('SIGKILL');
      await Promise.all([load, server.exited]);
    }

    const server = await startServer({ database });
    expect(acknowledged.length).toBeGreaterThan(2 * clients);
    expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length);
    expect(unanswered).toHaveLength(2 * clients);
    for (const { id, name } of acknowledged.slice(-clients)) {
      const again = await add(server, name);
      expect([again.headers.get('Idempotency-Replayed'), (await bodyOf(again)).id]).toEqual(['true', id]);
    }
    const retried = await Promise.all(unanswered.map((name) => add(server, name)));
    expect(retried.map(({ status }) => status)).toEqual(unanswered.map(() => 201));

    const found = await readAllNames(server);
    expect(acknowledged.filter(({ id, name }) => found.get(id) !== name)).toEqual([]);
    expect(new Set(found.values()).size).toBe(found.size);
    expect(found.size).toBe(acknowledged.length + unanswered.length);
    const { id } = await bodyOf(await add(server, 'After'));
    expect(id).toBeGreaterThan(Math.max(...found.keys()));
    expect(await server.stop()).toBe(0);
    await database.remove();
  },
);
