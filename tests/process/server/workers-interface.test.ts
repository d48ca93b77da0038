import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EventBody, lastEventId, readEvents } from '../../support/data/events.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { engines, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import type { Connection, Sent } from '../../support/http/connection.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { addPet, canShareAPort, closeAll, connectToEach } from '../../support/process/workers.ts';

/** The interface behaves the same whichever worker answers. */
const env = { PETSTORE_WORKERS: '2', PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' };

describe.if(canShareAPort).each(engines)('two workers on $name', (engine) => {
  let database: ScratchDatabase;
  let server: TestServer;
  let connections: Connection[][];
  const workers = () => connections.flat();

  const start = async (settings: Record<string, string> = {}) => {
    server = await startServer({ database, env: { ...env, ...settings } });
    connections = await connectToEach(server, 2, 1);
  };
  const stop = async () => {
    closeAll(connections);
    expect(await server.stop()).toBe(0);
  };
  beforeAll(async () => {
    database = await engine.makeDatabase();
    await start();
  });
  afterAll(async () => {
    await stop();
    await database.remove();
  });

  const askEach = (request: Sent) => Promise.all(workers().map((connection) => connection.send(request)));
  const statusesOf = async (request: Sent) => (await askEach(request)).map(({ status }) => status);
  const get = (path: string) => server.fetch(path);
  const makeKey = async (...scopes: string[]) => {
    const body = JSON.stringify({ name: 'made', scopes });
    const headers = { 'Content-Type': 'application/json' };
    const made = await server.fetch('/v1/keys', { method: 'POST', headers, body });
    return { Authorization: `Bearer ${((await made.json()) as KeyBody).secret}` };
  };

  test('write nothing when a change has no effect', async () => {
    const [one, other] = workers();
    if (one === undefined || other === undefined) throw new Error('there are no two workers');
    const made = await addPet(one, 'Frank');
    const path = `/v1/pets/${JSON.parse(made.body).id}`;
    await other.send({ method: 'PUT', path: '/v1/categories/3', body: '{"name":"Dogs"}' });
    const last = await lastEventId(server);
    for (const body of ['{}', '{"name":"Frank"}', made.body]) {
      expect((await askEach({ method: 'PATCH', path, body })).map((reply) => reply.body)).toEqual(
        Array(2).fill(made.body),
      );
    }
    expect(await statusesOf({ method: 'PUT', path: '/v1/categories/3', body: '{"name":"Dogs"}' })).toEqual([200, 200]);
    await addPet(other, 'Marker');
    const events: EventBody[] = await readEvents(get, last, 1);
    expect(events.map(({ pet }) => pet?.name)).toEqual(['Marker']);
  });

  test('require the same scopes', async () => {
    const body = '{"url":"http://127.0.0.1:1/hook"}';
    const make = (headers: Record<string, string>) =>
      statusesOf({
        method: 'POST',
        path: '/v1/webhooks',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
    expect(await make(await makeKey('keys:admin', 'webhooks:read', 'events:read'))).toEqual([403, 403]);
    expect(await make(await makeKey('webhooks:write'))).toEqual([403, 403]);
    expect(await make(await makeKey('webhooks:write', 'events:read'))).toEqual([201, 201]);
    expect(await statusesOf({ path: '/metrics', headers: await makeKey('metrics:read') })).toEqual([200, 200]);
    const refused = await askEach({ path: '/metrics', headers: await makeKey('pets:read') });
    expect(refused.map(({ status, headers }) => [status, headers.get('WWW-Authenticate')])).toEqual(
      Array(2).fill([403, 'Bearer realm="petstore", error="insufficient_scope", scope="metrics:read"']),
    );
    const challenged = await askEach({ path: '/v1/pets', headers: { Authorization: 'Basic YTpi' } });
    expect(challenged.map(({ headers }) => headers.get('WWW-Authenticate'))).toEqual(
      Array(2).fill('Bearer realm="petstore"'),
    );
  });

  test('reject requests with the same codes', async () => {
    const [one] = workers();
    if (one === undefined) throw new Error('there is no worker');
    const { id: petId } = JSON.parse((await addPet(one, 'Rex')).body);
    const path = '/v1/store/orders';
    const { id } = JSON.parse((await one.send({ method: 'POST', path, body: JSON.stringify({ petId }) })).body);
    const codes = async (request: Sent) => (await askEach(request)).map(({ body }) => JSON.parse(body).code);
    expect(await codes({ method: 'DELETE', path: `/v1/pets/${petId}` })).toEqual(Array(2).fill('pet_has_open_order'));
    await one.send({ method: 'POST', path: `${path}/${id}/cancel` });
    expect(await codes({ method: 'POST', path: `${path}/${id}/cancel` })).toEqual(Array(2).fill('order_closed'));
    const unseen = { method: 'POST', path: '/v1/pets', body: '{"name":"\\u200b","categoryId":1}' };
    expect(await codes(unseen)).toEqual(Array(2).fill('validation_failed'));
  });

  // The following does not depend on the engine.
  if (engine !== sqlite) return;

  test('replay the first response to a retried create of a webhook that they would reject now', async () => {
    const request = {
      method: 'POST',
      path: '/v1/webhooks',
      headers: { 'Idempotency-Key': 'over-a-restart' },
      body: '{"url":"http://127.0.0.1:1/once"}',
    };
    const first = await workers()[0]?.send(request);
    expect(first?.status).toBe(201);
    await stop();
    await start({ PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'off' });
    for (const connection of workers()) {
      const again = await connection.send(request);
      expect([again.status, again.headers.get('Idempotency-Replayed'), again.body]).toEqual([
        201,
        'true',
        first?.body ?? '',
      ]);
    }
    const other = { ...request, headers: { 'Idempotency-Key': 'another' } };
    expect(await statusesOf(other)).toEqual([400, 400]);
  });
});
