import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { type DeliveryBody, listDeliveries, postWebhook } from '../../support/data/webhooks.ts';
import { engines, postgres, sqlite } from '../../support/engines.ts';
import { type Receiver, startReceiver } from '../../support/http/receiver.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

const env = { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' };
const addPet = (server: TestServer, name: string) =>
  server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  });
const deliveriesAt = (server: TestServer) => listDeliveries((path) => server.fetch(path));
const untilDelivered = (server: TestServer) =>
  until(
    'all to be delivered',
    () => deliveriesAt(server),
    ({ length }) => length === 0,
  );
const retryAll = async (server: TestServer) => {
  for (const { id } of await deliveriesAt(server)) {
    const { status } = await server.fetch(`/v1/webhook-deliveries/${id}/retry`, { method: 'POST' });
    expect(status).toBe(200);
  }
};

let receiver: Receiver;
beforeEach(() => {
  receiver = startReceiver();
});
afterEach(() => receiver.stop());

test.each(engines)(
  'on $name, an event that fails twice, and is being sent when the server is killed, arrives after the restart',
  async (engine) => {
    const database = await engine.makeDatabase({ isMigrated: true });
    const answers = [() => new Response(null, { status: 500 }), () => new Response(null, { status: 503 })];
    receiver.answer = (_, count) => answers[count - 1]?.() ?? new Promise<Response>(() => {});
    const first = await startServer({ env, database });
    const { secret } = await postWebhook(first.fetch, `${receiver.url}/hook`);
    await addPet(first, 'Rex');
    for (const count of [1, 2]) {
      await receiver.untilReceived(count);
      const failure = count === 1 ? '500' : '503';
      const isFailed = (all: DeliveryBody[]) => all.some((one) => one.failure?.endsWith(failure));
      await until('the failure to be written down', () => deliveriesAt(first), isFailed);
      await retryAll(first);
    }
    await receiver.untilReceived(3);
    first.signal('SIGKILL');
    await first.exited;

    receiver.answer = () => new Response();
    const second = await startServer({ env, database });
    expect(await deliveriesAt(second)).toMatchObject([{ attempts: 3, status: 'waiting' }]);
    await retryAll(second);
    await untilDelivered(second);
    const { received } = receiver;
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['evt_1']));
    for (const { body, headers } of received) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'pet.created', pet: { name: 'Rex' } });
    }
    expect(await second.stop()).toBe(0);
    expect(first.output.stderr + second.output.stderr + second.output.stdout).not.toContain(secret);
    await database.remove();
  },
);

test('a server that stops lets a delivery end, and aborts one that does not end', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  const server = await startServer({ env, database });
  await postWebhook(server.fetch, receiver.url);
  const { promise, resolve } = Promise.withResolvers<Response>();
  receiver.answer = (_, count) => (count === 1 ? promise : new Promise<Response>(() => {}));
  await addPet(server, 'One');
  await addPet(server, 'Two');
  await receiver.untilReceived(2);
  const stopped = server.stop();
  await until('the server to be stopping', () => server.output.stderr.includes('"event":"stopping"'));
  resolve(new Response());
  expect(await stopped).toBe(0);
  expect(server.output.stderr).not.toContain('"level":"error"');
  expect(await database.run('SELECT attempts, status FROM deliveries')).toEqual([[1n, 'waiting']]);
  await database.remove();
});

describe('two servers on one database', () => {
  const stopped: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const stop of stopped) await stop();
  });

  test('send each event once while nothing fails', async () => {
    const database = await postgres.makeDatabase({ isMigrated: true });
    const servers = await Promise.all([1, 2].map(() => startServer({ env, database })));
    stopped.push(() => Promise.all(servers.map((server) => server.stop())), database.remove);
    const [one, other] = servers;
    if (one === undefined || other === undefined) throw new Error('there are no two servers');
    await postWebhook(one.fetch, receiver.url);
    await Promise.all(Array.from({ length: 50 }, (_, index) => addPet(index % 2 === 0 ? one : other, `Pet ${index}`)));
    await receiver.untilReceived(50);
    await untilDelivered(other);
    // A duplicate would arrive before this later event.
    await addPet(one, 'The last');
    await receiver.untilReceived(51);
    await untilDelivered(other);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set(Array.from({ length: 51 }, (_, index) => `evt_${index + 1}`)));
    expect(ids).toHaveLength(51);
    expect(one.output.stderr + other.output.stderr).not.toMatch(/"level":"(warn|error)"/);
  });
});
