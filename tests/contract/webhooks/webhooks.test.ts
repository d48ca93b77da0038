import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eventTypes } from '../../../src/catalogue/events/model.ts';
import { maxWebhooks } from '../../../src/catalogue/webhooks/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as } from '../../support/data/keys.ts';
import { removeWebhook, type WebhookBody } from '../../support/data/webhooks.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;

const url = 'https://93.184.216.34/events';
const make = (body: unknown, headers: Record<string, string> = {}) =>
  service.post('/v1/webhooks', JSON.stringify(body), headers);
const codeOf = async (response: Response) => [response.status, (await bodyOf<{ code: string }>(response)).code];
const list = () => readPages<WebhookBody>((path) => service.fetch(path), '/v1/webhooks?limit=2');

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('creates a webhook with its secret, which is shown once', async () => {
    const response = await make({ url, types: ['pet.updated', 'pet.created'] });
    const text = await response.text();
    const { id, secret, ...rest } = JSON.parse(text) as WebhookBody;
    expect(response.status).toBe(201);
    expect(rest).toEqual({
      url,
      types: ['pet.updated', 'pet.created'],
      status: 'active',
      createdBy: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(text.endsWith(`,"secret":"${secret}"}`)).toBe(true);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const location = response.headers.get('Location') ?? '';
    expect(location).toEndWith(`/v1/webhooks/${id}`);

    const found = await service.fetch(new URL(location).pathname);
    expect([found.status, await found.json()]).toEqual([200, { id, ...rest }]);
    expect(JSON.stringify(await list())).not.toContain('secret');
    expect(service.logged.join()).not.toContain(secret);
  });

  test('a webhook without types receives all events, and responses contain no types', async () => {
    const { id, types } = await bodyOf<WebhookBody>(await make({ url }));
    expect(types).toBeUndefined();
    expect(await (await service.fetch(`/v1/webhooks/${id}`)).json()).not.toHaveProperty('types');
  });

  test('a retry with its idempotency key gets the same webhook and the same secret', async () => {
    const key = { 'Idempotency-Key': 'make-one' };
    const first = await make({ url }, key);
    const again = await make({ url }, key);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(await codeOf(await make({ url: `${url}/other` }, key))).toEqual([422, 'idempotency_key_reused']);
  });

  test('each webhook has its own secret', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => make({ url })));
    const secrets = await Promise.all(made.map(async (response) => (await bodyOf<WebhookBody>(response)).secret));
    expect(new Set(secrets).size).toBe(5);
  });

  test.each([
    ['nothing', {}, 'url is required'],
    ['no address', { url: 'shelter' }, 'url must be an address such as'],
    ['an address without a host', { url: 'https:///events' }, 'url must be an address such as'],
    ['a user name', { url: 'https://me@93.184.216.34/' }, 'url must be an address such as'],
    ['a password', { url: 'https://me:secret@93.184.216.34/' }, 'url must be an address such as'],
    ['a fragment', { url: `${url}#here` }, 'url must be an address such as'],
    ['a blank', { url: `${url}/a b` }, 'url must be an address such as'],
    ['a line feed', { url: `https://93.184.216.34\n/` }, 'url must be an address such as'],
    ['a backslash', { url: 'https:\\\\93.184.216.34' }, 'url must be an address such as'],
    ['another protocol', { url: 'ftp://93.184.216.34/' }, 'url must be an address such as'],
    ['http', { url: 'http://93.184.216.34/' }, 'url must begin with https://.'],
    ['a host that is not well-formed', { url: 'https://[::g]/' }, 'url must be a URL with a valid host'],
    ['more than 2,048 characters', { url: `${url}?${'x'.repeat(2_048)}` }, 'url must have at most 2048 characters'],
    ['no types', { url, types: [] }, `types must have 1 to ${eventTypes.length} items, but has 0`],
    ['no types', { url, types: [] }, `types must have 1 to ${eventTypes.length} items, but has 0`],
    ['a type twice', { url, types: ['pet.created', 'pet.created'] }, 'types must not contain duplicates'],
    ['an unknown type', { url, types: ['pet.sold'] }, 'types[0] must be one of'],
    ['types that are no list', { url, types: 'pet.created' }, 'types must be an array'],
    ['a secret of its own', { url, secret: 'whsec_AAAA' }, 'Unknown field "secret"'],
    [
      'a loopback address',
      { url: 'https://127.0.0.1/' },
      'url cannot be used: the address 127.0.0.1 is a loopback address',
    ],
    [
      'one in another spelling',
      { url: 'https://0x7f.1/' },
      'url cannot be used: the address 127.0.0.1 is a loopback address',
    ],
    ['one of IPv6', { url: 'https://[::1]:8443/' }, 'url cannot be used: the address ::1 is a loopback address'],
    [
      'one of IPv4 in IPv6',
      { url: 'https://[::ffff:10.0.0.1]/' },
      'url cannot be used: the address ::ffff:a00:1 is a private',
    ],
    [
      'the address of metadata',
      { url: 'https://169.254.169.254/' },
      'url cannot be used: the address 169.254.169.254 is a link-local',
    ],
    ['a name of this machine', { url: 'https://localhost/' }, 'the host localhost has an address that is not public'],
    [
      'a name of nothing',
      { url: 'https://nobody.invalid/' },
      'url cannot be used: the host nobody.invalid cannot be resolved',
    ],
  ])('rejects a webhook with %s', async (_, body, message) => {
    const before = (await list()).length;
    const response = await make(body);
    const error = await bodyOf<{ code: string; message: string }>(response);
    expect([response.status, error.code, error.message]).toEqual([
      400,
      'validation_failed',
      expect.stringContaining(message),
    ]);
    expect(await list()).toHaveLength(before);
  });

  test('there are at most 100, also if several keys create the last ones at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => service.makeKey('admin')));
    const missing = maxWebhooks - 2 - (await list()).length;
    for (let count = 0; count < missing; count++) expect((await make({ url })).status).toBe(201);
    const last = await Promise.all(keys.map((key) => make({ url }, as(key))));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = await make({ url });
    expect(await codeOf(refused)).toEqual([409, 'too_many_webhooks']);
    const webhooks = await list();
    expect(webhooks).toHaveLength(maxWebhooks);
    for (const webhook of webhooks.slice(10)) await removeWebhook(service, webhook);
  });

  test('lists webhooks in pages by ascending id, and counts them', async () => {
    const ids = (await list()).map(({ id }) => id);
    const counted = await service.fetch('/v1/webhooks?limit=1', { headers: { Prefer: 'count=exact' } });
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(counted.headers.get('X-Total-Count')).toBe(String(ids.length));
  });

  test('a removed webhook is gone, and its id is not reused', async () => {
    const webhook = await bodyOf<WebhookBody>(await make({ url }));
    expect((await removeWebhook(service, webhook)).status).toBe(204);
    expect(await codeOf(await removeWebhook(service, webhook))).toEqual([404, 'webhook_not_found']);
    expect(await codeOf(await service.fetch(`/v1/webhooks/${webhook.id}`))).toEqual([404, 'webhook_not_found']);
    expect((await bodyOf<WebhookBody>(await make({ url }))).id).toBeGreaterThan(webhook.id);
  });

  test('If-Match prevents removing a webhook that has changed since it was read', async () => {
    const { id } = await bodyOf<WebhookBody>(await make({ url }));
    const tag = (await service.fetch(`/v1/webhooks/${id}`)).headers.get('ETag') ?? '';
    const remove = (ifMatch: string) =>
      service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE', headers: { 'If-Match': ifMatch } });
    expect(await codeOf(await remove('"another"'))).toEqual([412, 'precondition_failed']);
    expect((await remove(tag)).status).toBe(204);
  });
});

describe.each(engines)('on $name, a retry of a creation from before private addresses were disallowed', (engine) => {
  const home = { url: 'http://127.0.0.1:1/hook' };
  const once = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });
  beforeEach(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine);
  });
  afterEach(() => service.close());

  test('gets the response of the first request, although the address is no longer allowed', async () => {
    const first = await make(home, once('first'));
    const made = await first.text();
    service.restart({ reachesPrivateAddresses: false });
    const again = await make(home, once('first'));
    expect([again.status, again.headers.get('Idempotency-Replayed'), await again.text()]).toEqual([201, 'true', made]);
    expect(await list()).toHaveLength(1);
  });

  test('with another payload is rejected as such, whatever its address', async () => {
    await make(home, once('first'));
    service.restart({ reachesPrivateAddresses: false });
    expect(await codeOf(await make({ url: 'http://10.0.0.1/' }, once('first')))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });

  test('is a new request for another API key, and after 24 hours', async () => {
    await make(home, once('first'));
    service.restart({ reachesPrivateAddresses: false });
    const other = { ...once('first'), Authorization: `Bearer ${await service.makeKey('admin')}` };
    expect(await codeOf(await make(home, other))).toEqual([400, 'validation_failed']);
    service.now += 24 * 60 * 60 * 1_000;
    expect(await codeOf(await make(home, once('first')))).toEqual([400, 'validation_failed']);
    expect(await list()).toHaveLength(1);
  });

  test('after a failed request is validated again, and the key is unused', async () => {
    service.restart({ reachesPrivateAddresses: false });
    for (let count = 0; count < 2; count++) {
      expect(await codeOf(await make(home, once('first')))).toEqual([400, 'validation_failed']);
    }
    service.restart({ reachesPrivateAddresses: true });
    expect((await make(home, once('first'))).status).toBe(201);
  });

  test('that is concurrent creates only one webhook', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => make(home, once('first'))));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(await Promise.all(made.map((answer) => answer.text()))).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(await codeOf(answer)).toEqual([409, 'idempotency_in_progress']);
    }
    expect(await list()).toHaveLength(1);
  });
});

describe('if private addresses are allowed', () => {
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true });
  });
  afterAll(() => service.close());

  test.each(['http://127.0.0.1:8081/hook', 'https://localhost/hook', 'http://[::1]/', 'https://10.0.0.1/?a=b'])(
    'accepts %s unchanged',
    async (address) => {
      expect((await bodyOf<WebhookBody>(await make({ url: address }))).url).toBe(address);
    },
  );

  test('still rejects a name that cannot be resolved', async () => {
    expect(await codeOf(await make({ url: 'http://nobody.invalid/' }))).toEqual([400, 'validation_failed']);
  });
});
