import { afterAll, describe, expect, test } from 'bun:test';
import { roles, type Scope, scopes, scopesOf } from '../../../contract/scopes.ts';
import document from '../../../openapi.json' with { type: 'json' };
import { operations } from '../../../src/catalogue/resources.ts';
import { startApp } from '../../support/app.ts';
import { as, refusalOf } from '../../support/data/keys.ts';
import { type Sending, startSending } from '../../support/data/webhook-sending.ts';
import type { WebhookBody } from '../../support/data/webhooks.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

/** What a key may do with its scopes, and that no operation reveals more than they allow. */
const service = await startApp({ reachesPrivateAddresses: true });
afterAll(() => service.close());

const draft = JSON.stringify({ url: 'http://127.0.0.1:9/hook' });
const makeWebhook = (secret?: string) => service.post('/v1/webhooks', draft, as(secret));
const countWebhooks = () => service.count('/v1/webhooks');
const holder = (...granted: Scope[]) => service.makeKey(granted.join(' '));
const metrics = (secret: string) => service.fetch('/metrics', { headers: as(secret) });

test('the roles are named sets of scopes', () => {
  const editor = 'pets:read pets:write listings:read orders:read orders:write';
  const staff = `${editor} contacts:read inquiries:read inquiries:write events:read`;
  const named = Object.entries(roles).map(([name, granted]) => [name, granted.join(' ')]);
  expect(Object.fromEntries(named)).toEqual({
    reader: 'pets:read listings:read orders:read events:read',
    editor: `${editor} events:read`,
    staff,
    monitor: 'metrics:read',
    public: 'listings:read',
    admin: `${staff} webhooks:read webhooks:write metrics:read settings:write keys:admin people:admin`,
  });
  expect(roles.admin).toEqual(scopes);
  // What an older release may not know grants nothing.
  expect([...scopesOf('pets:read not-a-scope')]).toEqual(['pets:read']);
});

test('docs/keys.md names every role and scope', async () => {
  const text = await Bun.file('docs/keys.md').text();
  for (const word of [...Object.keys(roles), ...scopes]) expect(text).toContain(`\`${word}\``);
});

test('the document lists the scopes of each operation, and released operations require no more than was published', () => {
  const paths: Record<string, Record<string, { 'x-scope'?: string; security?: object[] }>> = document.paths;
  for (const { path, method, stability, scope, additionalScopes = [] } of operations) {
    const described = paths[path]?.[method.toLowerCase()];
    const needed = scope === 'any' ? [] : [scope, ...additionalScopes];
    expect([path, described?.['x-scope'] ?? '']).toEqual([path, needed.join(' ')]);
    const security = stability === 'stable' ? undefined : [{ bearerAuth: needed }];
    expect([path, described?.security]).toEqual([path, security]);
  }
});

describe('webhooks', () => {
  test('are created only by a key that may read events', async () => {
    const count = await countWebhooks();
    const refused = await makeWebhook(await holder('webhooks:read', 'webhooks:write', 'pets:read', 'keys:admin'));
    const { status, message } = await refusalOf(refused);
    expect([status, message]).toEqual([403, 'This API key lacks the scope events:read.']);
    expect((await makeWebhook(await holder('events:read'))).status).toBe(403);
    expect(await countWebhooks()).toBe(count);
    expect((await makeWebhook(await holder('webhooks:write', 'events:read'))).status).toBe(201);
    expect(await countWebhooks()).toBe(count + 1);
  });

  test('are read with webhooks:read alone, and removed with webhooks:write alone', async () => {
    const { id } = await bodyOf<WebhookBody>(await makeWebhook());
    const path = `/v1/webhooks/${id}`;
    const [reader, writer] = [as(await holder('webhooks:read')), as(await holder('webhooks:write'))];
    const statuses = async (headers: Record<string, string>) => [
      (await service.fetch('/v1/webhooks', { headers })).status,
      (await service.fetch(path, { headers })).status,
      (await service.fetch('/v1/webhook-deliveries', { headers })).status,
      (await service.fetch(path, { method: 'DELETE', headers })).status,
    ];
    expect(await statuses(reader)).toEqual([200, 200, 200, 403]);
    expect(await statuses(writer)).toEqual([403, 403, 403, 204]);
  });

  test('retry a delivery only for a key that may read the event and the delivery', async () => {
    const present = service.now;
    const sending: Sending = startSending(service);
    const webhook = await sending.subscribe('/hook');
    sending.receiver.answer = () => new Response(null, { status: 500 });
    await sending.addPet('Rex');
    await sending.deliver();
    const [delivery] = await sending.deliveriesOf(webhook);
    const retry = async (...granted: Scope[]) => {
      const headers = as(await holder(...granted));
      const path = `/v1/webhook-deliveries/${delivery?.id}/retry`;
      return (await service.fetch(path, { method: 'POST', headers })).status;
    };
    const statuses: number[] = [];
    const others: Scope[][] = [[], ['events:read'], ['webhooks:read'], ['webhooks:read', 'events:read']];
    for (const more of others) statuses.push(await retry('webhooks:write', ...more));
    await sending.deliver();
    const { length } = sending.receiver.received;
    await sending.end();
    service.now = present;
    expect([statuses, length]).toEqual([[403, 403, 403, 200], 2]);
  });
});

test('an update that changes nothing does not reveal the animal', async () => {
  const { id } = await bodyOf<PetBody>(await service.post('/v1/pets', '{"name":"Frank","categoryId":3}'));
  const change = async (...granted: Scope[]) => {
    return await service.send('PATCH', `/v1/pets/${id}`, {}, as(await holder(...granted)));
  };
  const refused = await change('pets:write');
  expect(await refusalOf(refused)).toMatchObject({ status: 403, message: 'This API key lacks the scope pets:read.' });
  expect((await change('pets:write', 'pets:read')).status).toBe(200);
});

test('a key that may not read a profile cannot test by preconditions what it says', async () => {
  const { id } = await bodyOf<PetBody>(await service.post('/v1/pets', '{"name":"Frank","categoryId":3}'));
  const replace = async (headers: Record<string, string>, ...granted: Scope[]) =>
    await service.send(
      'PUT',
      `/v1/pets/${id}/profile`,
      { reference: 'R1' },
      { ...as(await holder(...granted)), ...headers },
    );
  expect((await replace({}, 'pets:write')).status).toBe(200);
  for (const name of ['If-Match', 'If-None-Match']) {
    const refused = await replace({ [name]: '"guess"' }, 'pets:write');
    expect(await refusalOf(refused)).toMatchObject({ status: 403, message: 'This API key lacks the scope pets:read.' });
  }
  expect((await replace({ 'If-None-Match': '"guess"' }, 'pets:write', 'pets:read')).status).toBe(200);
});

describe('the metrics', () => {
  test('are readable with metrics:read or keys:admin', async () => {
    for (const granted of ['metrics:read', 'monitor', 'keys:admin', 'admin']) {
      const { status, headers } = await metrics(await service.makeKey(granted));
      expect([granted, status, headers.get('WWW-Authenticate')]).toEqual([granted, 200, null]);
    }
  });

  test('are denied without a key and with every other scope, and the response names the required one', async () => {
    const others = scopes.filter((scope) => scope !== 'metrics:read' && scope !== 'keys:admin');
    const refused = await metrics(await holder(...others));
    expect(refused.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="petstore", error="insufficient_scope", scope="metrics:read"',
    );
    expect((await metrics('')).status).toBe(401);
    expect(await refusalOf(refused)).toEqual({
      status: 403,
      code: 'insufficient_scope',
      message: 'This API key lacks the scope metrics:read.',
    });
  });

  test('are the only thing that a monitor can read', async () => {
    const headers = as(await service.makeKey('monitor'));
    const open: string[] = [];
    for (const { id, path, method } of operations) {
      const url = `/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
      if ((await service.fetch(url, { method, headers })).status !== 403) open.push(id);
    }
    // What a caller may do to herself needs no scope, but a person or a link; and everybody reads what the shelter says.
    expect(open).toEqual(['getShelter', 'getOwnKey', 'getOwnPerson', 'getOwnSignInLink', 'createSignIn']);
  });
});
