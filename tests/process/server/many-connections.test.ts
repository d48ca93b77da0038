import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { engines } from '../../support/engines.ts';
import { Connection } from '../../support/http/connection.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';

const connectionCount = 48;
const roundCount = 16;

describe.each(engines)('on $name, over many connections at the same time', (engine) => {
  let server: TestServer;
  let connections: Connection[];
  beforeAll(async () => {
    server = await startServer({ engine });
    connections = await Promise.all(Array.from({ length: connectionCount }, () => Connection.open(server.url)));
  });
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await server.stop();
  });

  test('each request receives its own response', async () => {
    const add = (name: string) => JSON.stringify({ name, categoryId: 1 });
    const ids = await Promise.all(
      connections.map(async (connection, index) => {
        const { body } = await connection.send({ method: 'POST', path: '/v1/pets', body: add(`Animal ${index}`) });
        return Number(JSON.parse(body).id);
      }),
    );
    const ask = async (connection: Connection, index: number, round: number) => {
      const own = `${index}-${round}`;
      const headers = { 'X-Request-Id': own };
      const id = ids[index] ?? 0;
      const asked = (index + round) % 4;
      const reply = await [
        () => connection.send({ path: `/v1/pets/${id}`, headers }),
        () => connection.send({ path: `/v1/pets?id=${id}`, headers: { ...headers, Authorization: 'Bearer no' } }),
        () => connection.send({ method: 'POST', path: '/v1/pets', body: add(own), headers }),
        () => connection.send({ method: 'POST', path: '/v1/pets', body: add(''), headers }),
      ][asked]?.();
      expect([reply?.status, reply?.headers.get('X-Request-Id')]).toEqual([[200, 401, 201, 400][asked], own]);
      if (asked === 0) expect(reply?.body).toContain(`"id":${id},"name":"Animal ${index}"`);
      if (asked === 2) expect(reply?.body).toContain(`"name":"${own}"`);
    };
    for (let round = 0; round < roundCount; round++) {
      await Promise.all(connections.map((connection, index) => ask(connection, index, round)));
    }
  });

  test('a write acknowledged on one of them is visible on all of them', async () => {
    const { body } = await (connections[0] as Connection).send({
      ...{ method: 'POST', path: '/v1/pets' },
      body: '{"name":"Seen by all","categoryId":1}',
    });
    const path = `/v1/pets/${JSON.parse(body).id}`;
    for (let round = 0; round < roundCount; round++) {
      const name = `Name ${round}`;
      const changing = connections[round % connectionCount] as Connection;
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      await changing.send({ method: 'PATCH', path, body: JSON.stringify({ name }), headers });
      const replies = await Promise.all(connections.map((connection) => connection.send({ path })));
      expect(new Set(replies.map((reply) => JSON.parse(reply.body).name))).toEqual(new Set([name]));
    }
  });
});
