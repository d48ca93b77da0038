import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { type Client, createClient, type Fetch } from '../../client/index.ts';
import { startReceiver } from '../support/http/receiver.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let client: Client;

const clientWith = (apiKey: string) => createClient({ baseUrl: server.url, apiKey, retries: 0 });
const failureOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown);
const endedCode = async (apiKey: string) => {
  const outcome = await failureOf(clientWith(apiKey).pets.count());
  return outcome instanceof Error && 'code' in outcome ? outcome.code : undefined;
};

/** A network that loses the first response, and the body of every response. */
function losingFetch(): { fetch: Fetch; bodies: string[] } {
  const bodies: string[] = [];
  const losing: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (bodies.push(await response.clone().text()) > 1) return response;
    throw new Error('the answer was lost');
  };
  return { fetch: losing, bodies };
}

beforeAll(async () => {
  server = await startServer({ env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(() => server.stop());

describe('a key', () => {
  test('allows what its role or its scopes grant, until it is revoked', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { secret, ...made } = await client.keys.create({ name: 'web site', role: 'reader', expiresAt });
    expect(made).toMatchObject({ name: 'web site', role: 'reader', status: 'active', expiresAt });
    expect(secret.startsWith(made.hint.slice(0, 10))).toBe(true);
    const { secret: narrow } = await client.keys.create({ name: 'counter', scopes: ['orders:read'] });
    expect(await clientWith(secret).pets.count()).toBe(0);
    expect(await clientWith(narrow).orders.count()).toBe(0);
    expect(await endedCode(narrow)).toBe('insufficient_scope');
    expect(await client.keys.revoke(made.id)).toBeUndefined();
    await until(
      'the key to be ended',
      () => endedCode(secret),
      (seen) => seen === 'invalid_api_key',
    );
    const revoked = await client.keys.get(made.id);
    expect(revoked).toMatchObject({ id: made.id, status: 'revoked', revokedAt: expect.any(String) });
    expect((await Array.fromAsync(client.keys.list({ limit: 1 }))).map(({ name }) => name)).toEqual([
      'PETSTORE_API_KEY',
      'web site',
      'counter',
    ]);
  });

  test('can be rotated, and the previous secret stays valid for the grace period', async () => {
    const { id, secret } = await client.keys.create({ name: 'rotated', scopes: ['pets:read', 'orders:read'] });
    const second = await client.keys.rotate(id, { graceSeconds: 3_600 });
    expect([second.id, await endedCode(secret), await endedCode(second.secret)]).toEqual([id, undefined, undefined]);
    const third = await client.keys.rotate(id, { graceSeconds: 0 });
    for (const old of [secret, second.secret]) {
      await until(
        'the secret to be ended',
        () => endedCode(old),
        (seen) => seen === 'invalid_api_key',
      );
    }
    expect(await endedCode(third.secret)).toBeUndefined();
    expect((await client.keys.rotate(id)).scopes).toEqual(['pets:read', 'orders:read']);
  });

  test('whose response is lost is created once, and the retry returns its secret', async () => {
    const { fetch, bodies } = losingFetch();
    const patient = createClient({ baseUrl: server.url, apiKey: adminKey, fetch });
    const { id, secret } = await patient.keys.create({ name: 'lost and found', role: 'editor' });
    expect(bodies[1]).toBe(bodies[0] ?? '');
    expect(await endedCode(secret)).toBeUndefined();
    const named = (await Array.fromAsync(client.keys.list())).filter(({ name }) => name === 'lost and found');
    expect(named.map((key) => key.id)).toEqual([id]);
  });

  test('is rejected with last_admin_key, key_not_found or validation_failed', async () => {
    const [admin] = await Array.fromAsync(client.keys.list());
    expect(await failureOf(client.keys.revoke(admin?.id ?? 0n))).toMatchObject({
      code: 'last_admin_key',
      status: 409,
    });
    expect(await failureOf(client.keys.get(4_711n))).toMatchObject({ code: 'key_not_found', status: 404 });
    expect(await failureOf(client.keys.create({ name: ' ', role: 'reader' }))).toMatchObject({
      code: 'validation_failed',
    });
  });
});

test('a webhook can be created, receives events and can be removed; a failed delivery is listed and can be retried', async () => {
  const receiver = startReceiver();
  receiver.answer = () => new Response(null, { status: 503 });
  const url = `${receiver.url}/hook`;
  const { secret, ...webhook } = await client.webhooks.create({ url, types: ['pet.created'] });
  expect(webhook).toEqual({ ...webhook, url, types: ['pet.created'], status: 'active' });
  expect(await client.webhooks.get(webhook.id)).toEqual(webhook);
  expect(await Array.fromAsync(client.webhooks.list())).toEqual([webhook]);

  const { id: petId } = await client.pets.create({ name: 'Rex', categoryId: 3n });
  const listed = () => Array.fromAsync(client.deliveries.list({ webhookId: webhook.id, status: 'waiting' }));
  const isFailed = ([first]: Awaited<ReturnType<typeof listed>>) => first?.failure !== undefined;
  const [delivery] = await until('the failure to be written down', listed, isFailed);
  expect(delivery).toMatchObject({ webhookId: webhook.id, attempts: 1n, failure: expect.stringContaining('503') });
  expect(await Array.fromAsync(client.deliveries.list({ status: 'dead' }))).toEqual([]);

  receiver.answer = () => new Response();
  expect(await client.deliveries.retry(delivery?.id ?? 0n)).toMatchObject({ id: delivery?.id, status: 'waiting' });
  await until(
    'the delivery to arrive',
    () => listed(),
    ({ length }) => length === 0,
  );
  const [{ body = '', headers = {} } = {}] = receiver.received.slice(-1);
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    id: Number(delivery?.eventId),
    petId: Number(petId),
  });
  expect(await failureOf(client.deliveries.retry(delivery?.id ?? 0n))).toMatchObject({ code: 'delivery_not_found' });

  await client.webhooks.remove(webhook.id);
  expect(await failureOf(client.webhooks.get(webhook.id))).toMatchObject({ code: 'webhook_not_found', status: 404 });
  const refused = await failureOf(client.webhooks.create({ url: 'ftp://shelter.example.org' }));
  expect(refused).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('url') });
  await receiver.stop();
});
