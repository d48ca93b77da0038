import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgres, sqlite } from '../../../support/engines.ts';
import { Connection, type Reply } from '../../../support/http/connection.ts';
import { startServer, type TestServer } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

const connectionCount = 1_000;

describe.each([
  ['SQLite with two workers', sqlite, '2'],
  ['PostgreSQL', postgres, '1'],
])('on %s, with 1,000 connections that create animals,', (_, engine, workers) => {
  let server: TestServer;
  let connections: Connection[];
  let probing: Connection;
  /** The kind of each response, in the order of their arrival. */
  const answers: ('create' | 'probe')[] = [];
  let creates: Reply[][];
  const probes: number[] = [];

  beforeAll(async () => {
    // On a busy machine the last writes wait long for a connection to PostgreSQL.
    const env = { PETSTORE_WORKERS: workers, PETSTORE_URL: 'http://petstore.test', PETSTORE_DATABASE_WAIT: '30' };
    server = await startServer({ engine, env });
    connections = [];
    for (let first = 0; first < connectionCount; first += 100) {
      connections.push(...(await Promise.all(Array.from({ length: 100 }, () => Connection.open(server.url)))));
    }
    probing = await Connection.open(server.url);
    const creating = Promise.all(connections.map((connection, index) => createAll(connection, index)));
    let isDone = false;
    void creating.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const path of ['/livez', '/readyz']) {
        probes.push((await probing.send({ path })).status);
        answers.push('probe');
      }
    }
    creates = await creating;
  });
  afterAll(async () => {
    for (const connection of [...connections, probing]) connection.close();
    await server.stop();
  });

  /** Two creates, and between them one that is refused, each with a request id of its own. */
  const createAll = async (connection: Connection, index: number) => {
    const replies: Reply[] = [];
    for (const [number, name] of [`Animal ${index} 0`, undefined, `Animal ${index} 2`].entries()) {
      const body = JSON.stringify({ name, categoryId: 3 });
      const headers = { 'X-Request-Id': `${index}-${number}` };
      replies.push(await connection.send({ method: 'POST', path: '/v1/pets', body, headers }));
      answers.push('create');
    }
    return replies;
  };
  const idsOf = (replies: readonly Reply[]) =>
    replies.flatMap(({ status, body }) => (status === 201 ? [Number(JSON.parse(body).id)] : []));

  test('every request receives its own response, and every create its own animal', () => {
    expect(new Set(creates.flatMap(idsOf)).size).toBe(connectionCount * 2);
    for (const [index, replies] of creates.entries()) {
      expect(
        replies.map(({ status, headers, body }) => [status, headers.get('X-Request-Id'), JSON.parse(body).name]),
      ).toEqual([
        [201, `${index}-0`, `Animal ${index} 0`],
        [400, `${index}-1`, undefined],
        [201, `${index}-2`, `Animal ${index} 2`],
      ]);
      const ids = idsOf(replies);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    }
  });

  test('probes succeed during the load, and do not wait for its end', () => {
    expect(new Set(probes)).toEqual(new Set([200]));
    expect(answers.indexOf('probe')).toBeLessThan(answers.lastIndexOf('create'));
    expect(answers.filter((answer) => answer === 'probe').length).toBeGreaterThan(2);
  });

  test('the service is back to normal after the load', async () => {
    // A write of a background job may be waiting at any moment, and a worker that is slow is counted a second later.
    const lines = [
      'petstore_writes_waiting 0',
      'petstore_http_requests_total{operation="createPet",status="201"} 2000',
    ];
    await until(
      'no write to wait, and all to be counted',
      async () => (await (await server.fetch('/metrics')).text()).split('\n'),
      (metrics) => lines.every((line) => metrics.includes(line)),
    );
    const [inventory, counted] = await Promise.all([
      server.fetch('/v1/store/inventory'),
      server.fetch('/v1/pets?limit=1', { headers: { Prefer: 'count=exact' } }),
    ]);
    expect(await inventory.json()).toEqual({ available: 2_000, pending: 0, sold: 0 });
    expect(counted.headers.get('X-Total-Count')).toBe('2000');
    const replies = await Promise.all(connections.map((connection) => connection.send({ path: '/livez' })));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(server.output.stderr).not.toMatch(/"level":"(?:warn|error)"/);
  });
});
