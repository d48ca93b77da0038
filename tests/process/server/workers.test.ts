import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { lastEventId } from '../../support/data/events.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { Connection } from '../../support/http/connection.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { nextPage } from '../../support/http/pages.ts';
import { expectRefused } from '../../support/http/revocation.ts';
import { childrenOf, kill } from '../../support/process/processes.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { addPet, canShareAPort, closeAll, connectToEach } from '../../support/process/workers.ts';
import { until } from '../../support/until.ts';

// tests/faults/postgres-nodes.test.ts has the same for nodes of one PostgreSQL database, which is what workers are there.
describe.if(canShareAPort)('two workers', () => {
  let database: ScratchDatabase;
  let server: TestServer;
  /** Two connections to each of the workers. */
  let connections: Connection[][];
  const all = () => connections.flat();
  const oneOfEach = () => connections.flatMap(([first]) => first ?? []);

  const began = Date.now();

  beforeAll(async () => {
    database = await sqlite.makeDatabase({ isMigrated: true });
    server = await startServer({ database, env: { PETSTORE_WORKERS: '2', PETSTORE_PUBLIC_PAGE: 'on' } });
    connections = await connectToEach(server, 2, 2);
  });
  afterAll(async () => {
    closeAll(connections);
    await server.stop();
    await database.remove();
  });

  test('see at once what either of them has acknowledged', async () => {
    for (let round = 0; round < 8; round++) {
      const writer = all()[round % 4];
      if (writer === undefined) throw new Error('there are four connections');
      const path = `/v1/pets/${JSON.parse((await addPet(writer, `Round ${round}`)).body).id}`;
      const seen = await Promise.all(all().map((connection) => connection.send({ path })));
      expect(seen.map(({ body }) => JSON.parse(body).name)).toEqual(Array(4).fill(`Round ${round}`));
      await writer.send({ method: 'PATCH', path, body: '{"name":"Renamed"}' });
      const renamed = await Promise.all(all().map((connection) => connection.send({ path })));
      expect(renamed.map(({ body }) => JSON.parse(body).name)).toEqual(Array(4).fill('Renamed'));
      await writer.send({ method: 'DELETE', path });
      const gone = await Promise.all(all().map((connection) => connection.send({ path })));
      expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
  });

  test('show at once on their pages what either of them was told of the shelter', async () => {
    for (const [round, writer] of all().entries()) {
      await writer.send({ method: 'PATCH', path: '/v1/shelter', body: JSON.stringify({ hours: `Round ${round}.` }) });
      const pages = await Promise.all(all().map((connection) => connection.send({ path: '/adopt' })));
      expect(pages.map(({ body }) => /Round \d\./.exec(body)?.[0])).toEqual(Array(4).fill(`Round ${round}.`));
    }
  });

  test('add one animal for an Idempotency-Key that both receive at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const headers = { 'Idempotency-Key': `both-${round}` };
      const replies = await Promise.all(oneOfEach().map((connection) => addPet(connection, `Both ${round}`, headers)));
      const made = replies.filter(({ status }) => status === 201);
      expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(made.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    }
    expect(await database.run("SELECT count(*) FROM pets WHERE name LIKE 'Both %'")).toEqual([[10n]]);
  });

  test('reject a key from the next request after one of them has revoked it', async () => {
    for (let round = 0; round < 2; round++) {
      const [one, other] = oneOfEach();
      const body = '{"name":"for a while","role":"reader"}';
      const made = await one?.send({ method: 'POST', path: '/v1/keys', body });
      const { id, secret }: KeyBody = JSON.parse(made?.body ?? '');
      const ask = { path: '/v1/pets', headers: { Authorization: `Bearer ${secret}` } };
      const statuses = async () =>
        (await Promise.all(all().map((connection) => connection.send(ask)))).map(({ status }) => status);
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      await other?.send({ method: 'DELETE', path: `/v1/keys/${id}` });
      for (const connection of all()) {
        await expectRefused(sqlite, async () => (await connection.send(ask)).status);
      }
    }
  });

  test('send the events of one to the streams of the other', async () => {
    const last = await lastEventId(server);
    const processes = new Set<string>();
    const readers: EventReader[] = [];
    for (let count = 0; processes.size < 2 && count < 50; count++) {
      const open = async (init: { headers: Record<string, string>; signal: AbortSignal }) => {
        const response = await server.fetch(`/v1/events?after=${last}`, init);
        processes.add((response.headers.get('X-Request-Id') ?? '').replace(/-.*/, ''));
        return response;
      };
      readers.push(await EventReader.open(open));
    }
    for (const connection of oneOfEach()) await addPet(connection, 'Told');
    await Promise.all(readers.map((reader) => reader.until(() => reader.events.length >= 2)));
    for (const reader of readers) {
      expect(reader.bodies.map(({ type, pet }) => [type, pet?.name])).toEqual([
        ['pet.created', 'Told'],
        ['pet.created', 'Told'],
      ]);
      reader.close();
    }
  });

  test('end the streams of a key on both when one of them revokes it', async () => {
    const [one, other] = oneOfEach();
    const body = '{"name":"for a while","role":"reader"}';
    const made = await one?.send({ method: 'POST', path: '/v1/keys', body });
    const { id, secret }: KeyBody = JSON.parse(made?.body ?? '');
    const streams = await Promise.all(
      Array.from({ length: 8 }, () =>
        EventReader.open((init) => server.fetch('/v1/events', init), { Authorization: `Bearer ${secret}` }),
      ),
    );
    expect(streams.map(({ end }) => end)).toEqual(Array(8).fill(undefined));
    await other?.send({ method: 'DELETE', path: `/v1/keys/${id}` });
    for (const stream of streams) await stream.until(() => stream.end === 'complete');
  });

  test('are reported at the start, and are two processes beside the supervisor', () => {
    expect(server.output.stdout).toContain(`petstore listens on ${server.url} with 2 workers and keeps its data in`);
    expect(childrenOf(server.pid)).toHaveLength(2);
  });

  test('accept each other’s cursors', async () => {
    const [first] = all();
    for (let count = 0; first !== undefined && count < 8; count++) await addPet(first, `Page ${count}`);
    const names: string[] = [];
    let next: string | undefined = '/v1/pets?limit=1';
    for (let page = 0; next !== undefined && page < 1_000; page++) {
      const reply = await all()[page % 4]?.send({ path: next });
      expect(reply?.status).toBe(200);
      names.push(...JSON.parse(reply?.body ?? '').map(({ name }: { name: string }) => name));
      next = nextPage(new Response(null, { headers: reply?.headers ?? {} }));
    }
    expect(names.slice(-8)).toEqual(Array.from({ length: 8 }, (_, count) => `Page ${count}`));
  });

  test('give every request its own id', async () => {
    const ids: (string | null)[] = [];
    for (let round = 0; round < 25; round++) {
      const replies = await Promise.all(all().map((connection) => connection.send({ path: '/v1/pets?limit=1' })));
      ids.push(...replies.map(({ headers }) => headers.get('X-Request-Id')));
    }
    expect(new Set(ids).size).toBe(100);
  });

  test('are ready when the storage is', async () => {
    const replies = await Promise.all(all().map((connection) => connection.send({ path: '/readyz' })));
    expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, 'ready\n']));
  });

  test('show every write acknowledged before a request was sent, even while they are busy and on new connections', async () => {
    // Counting these rows keeps a worker busy for milliseconds.
    await database.run(
      `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 30000)
       INSERT INTO pets (name, category_id, status) SELECT 'Many', 1, 'sold' FROM numbers`,
    );
    let isOver = false;
    const counting = Array.from({ length: 6 }, async () => {
      const connection = await Connection.open(server.url);
      while (!isOver) {
        await connection.send({ path: '/v1/pets?limit=1&categoryId=1', headers: { Prefer: 'count=exact' } });
        await Bun.sleep(5);
      }
      connection.close();
    });
    const statuses = new Map<number, number>();
    const writing = Array.from({ length: 8 }, async () => {
      const writer = await Connection.open(server.url);
      for (let count = 0; count < 8; count++) {
        const path = `/v1/pets/${JSON.parse((await addPet(writer, 'New')).body).id}`;
        for (const { status } of await Promise.all([1, 2, 3].map(() => askOnce(server, path)))) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
      writer.close();
    });
    await Promise.all(writing);
    isOver = true;
    await Promise.all(counting);
    expect([...statuses]).toEqual([[200, 8 * 8 * 3]]);
  });

  test('are both unready after a write of one has contradicted what is stored, and so is the process that replaces one', async () => {
    await database.run("CREATE TRIGGER t AFTER INSERT ON pets BEGIN UPDATE pets SET name = 'X' WHERE id = NEW.id; END");
    const [first] = oneOfEach();
    if (first === undefined) throw new Error('there are four connections');
    expect((await addPet(first, 'Rex')).status).toBe(500);
    const ask = (path: string) => Promise.all(oneOfEach().map((connection) => connection.send({ path })));
    const areUnready = (replies: { status: number }[]) => replies.every(({ status }) => status === 503);
    await until('both to be unready', () => ask('/readyz'), areUnready);
    for (const { status } of await ask('/readyz/reads')) expect(status).toBe(200);
    for (const { body } of await ask('/metrics')) expect(body).toContain('petstore_assertion_failed 1\n');
    expect(server.output.stderr).toContain('is not stored as it was sent');
    await database.run('DROP TRIGGER t');
    closeAll(connections);
    const [victim] = childrenOf(server.pid);
    kill(victim, 'SIGKILL');
    const others = () => childrenOf(server.pid).filter((pid) => pid !== victim).length;
    await until('another worker', others, (count) => count === 2);
    connections = await connectToEach(server, 2, 1);
    expect(areUnready(await ask('/readyz'))).toBe(true);
  });

  test('each record when keys were used, at the latest when they stop', async () => {
    for (const [index, connection] of oneOfEach().entries()) {
      const body = JSON.stringify({ name: `key ${index}`, role: 'reader' });
      const made = await connection.send({ method: 'POST', path: '/v1/keys', body });
      const { secret }: KeyBody = JSON.parse(made.body);
      await connection.send({ path: '/v1/pets', headers: { Authorization: `Bearer ${secret}` } });
    }
    closeAll(connections);
    expect(await server.stop()).toBe(0);
    const rows = await database.run(`SELECT name FROM keys WHERE name LIKE 'key %' AND last_used_at >= ${began}`);
    expect(rows.map(([name]) => name).sort()).toEqual(['key 0', 'key 1']);
  });
});

test.if(canShareAPort)(
  'several workers share one rate limit, and one for each address, and stop when their terminal closes',
  async () => {
    const proxies = { PETSTORE_TRUSTED_PROXIES: '127.0.0.1', PETSTORE_ANONYMOUS_RATE_LIMIT: '20' };
    const server = await startServer({ env: { PETSTORE_WORKERS: '2', PETSTORE_RATE_LIMIT: '60', ...proxies } });
    const connections = await connectToEach(server, 2, 3);
    const left: number[] = [];
    let refused = 0;
    const ask = async (connection: Connection) => {
      for (let count = 0; count < 15; count++) {
        const { status, headers } = await connection.send({ path: '/v1/pets?limit=1' });
        expect(headers.get('RateLimit-Policy')).toBe('"default";q=60;w=60');
        if (status === 200) left.push(Number(/r=(\d+);t=\d+/.exec(headers.get('RateLimit') ?? '')?.[1]));
        else refused += Number(status === 429 && Number(headers.get('Retry-After')) > 0);
      }
    };
    await Promise.all(connections.flat().map(ask));
    expect(left.sort((one, other) => one - other)).toEqual(Array.from({ length: 60 }, (_, rest) => rest));
    expect(refused).toBe(30);
    const headers = { Authorization: '', 'X-Forwarded-For': '203.0.113.5' };
    const statuses: number[] = [];
    const askWithoutKey = async (connection: Connection) => {
      for (let count = 0; count < 5; count++)
        statuses.push((await connection.send({ path: '/v1/pets', headers })).status);
    };
    await Promise.all(connections.flat().map(askWithoutKey));
    expect(statuses.toSorted()).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    closeAll(connections);
    expect(childrenOf(server.pid)).toHaveLength(2);
    server.signal('SIGHUP');
    expect(await server.exited).toBe(0);
    await server.stop();
    expect(server.output.stderr).toContain('"event":"stopped"');
  },
);

async function askOnce(server: TestServer, path: string) {
  const connection = await Connection.open(server.url);
  const reply = await connection.send({ path });
  connection.close();
  return reply;
}
