import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { maxWebhooks } from '../../../src/notify/webhooks/rules.ts';
import { eventTypes } from '../../../src/record/events/model.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as } from '../../support/data/keys.ts';
import { removeWebhook, type WebhookBody } from '../../support/data/webhooks.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;

const url = 'https://93.184.216.34/events';
const make = (body: unknown, headers: Record<string, string> = {}) =>
  service.post('/v1/webhooks', JSON.stringify(body), headers);
const list = (limit = 100) => readPages<WebhookBody>((path) => service.fetch(path), `/v1/webhooks?limit=${limit}`);

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

  test('there are at most 100, also if several keys create the last ones at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => service.makeKey('admin')));
    const missing = maxWebhooks - 2 - (await list()).length;
    for (let count = 0; count < missing; count++) expect((await make({ url })).status).toBe(201);
    const last = await Promise.all(keys.map((key) => make({ url }, as(key))));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = await make({ url });
    expect(await refusal(refused)).toBe('409 too_many_webhooks');
    const webhooks = await list();
    expect(webhooks).toHaveLength(maxWebhooks);
    for (const webhook of webhooks.slice(10)) await removeWebhook(service, webhook);
  });

  test('lists webhooks in pages by ascending id, and counts them', async () => {
    const ids = (await list(2)).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(await service.count('/v1/webhooks?limit=1')).toBe(ids.length);
  });

  test('a removed webhook is gone, and its id is not reused', async () => {
    const webhook = await bodyOf<WebhookBody>(await make({ url }));
    expect((await removeWebhook(service, webhook)).status).toBe(204);
    expect(await refusal(await removeWebhook(service, webhook))).toBe('404 webhook_not_found');
    expect(await refusal(await service.fetch(`/v1/webhooks/${webhook.id}`))).toBe('404 webhook_not_found');
    expect((await bodyOf<WebhookBody>(await make({ url }))).id).toBeGreaterThan(webhook.id);
  });

  test('If-Match prevents removing a webhook that has changed since it was read', async () => {
    const { id } = await bodyOf<WebhookBody>(await make({ url }));
    const tag = (await service.fetch(`/v1/webhooks/${id}`)).headers.get('ETag') ?? '';
    const remove = (ifMatch: string) =>
      service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE', headers: { 'If-Match': ifMatch } });
    expect(await refusal(await remove('"another"'))).toBe('412 precondition_failed');
    expect((await remove(tag)).status).toBe(204);
  });

  describe('a retry of a creation from before private addresses were disallowed', () => {
    const home = { url: 'http://127.0.0.1:1/hook' };
    const allowPrivateAddresses = (reachesPrivateAddresses: boolean) => service.restart({ reachesPrivateAddresses });
    /** The webhooks before the test, and a key that only this test uses. */
    let before: number;
    let once: { 'Idempotency-Key': string };
    beforeEach(async () => {
      allowPrivateAddresses(true);
      before = (await list()).length;
      once = { 'Idempotency-Key': crypto.randomUUID() };
    });
    afterAll(() => service.restart({}));

    test('gets the first response with the same secret, and with another payload it is rejected as such', async () => {
      const made = await (await make(home, once)).text();
      allowPrivateAddresses(false);
      const again = await make(home, once);
      expect([again.status, again.headers.get('Idempotency-Replayed'), await again.text()]).toEqual([
        201,
        'true',
        made,
      ]);
      expect(made).toContain('"secret":"whsec_');
      expect(await refusal(await make({ url: 'http://10.0.0.1/' }, once))).toBe('422 idempotency_key_reused');
      expect((await list()).length).toBe(before + 1);
    });

    test('is a new request for another API key, and after 24 hours', async () => {
      await make(home, once);
      allowPrivateAddresses(false);
      const other = { ...once, Authorization: `Bearer ${await service.makeKey('admin')}` };
      expect(await refusal(await make(home, other))).toBe('400 validation_failed');
      service.now += 24 * 60 * 60 * 1_000;
      expect(await refusal(await make(home, once))).toBe('400 validation_failed');
      expect((await list()).length).toBe(before + 1);
    });

    test('after a failed request is validated again, and the key is unused', async () => {
      allowPrivateAddresses(false);
      for (let round = 0; round < 2; round++)
        expect(await refusal(await make(home, once))).toBe('400 validation_failed');
      allowPrivateAddresses(true);
      expect((await make(home, once)).status).toBe(201);
    });

    test('that is concurrent creates only one webhook', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => make(home, once)));
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(await Promise.all(made.map((answer) => answer.text()))).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(await refusal(answer)).toBe('409 idempotency_in_progress');
      }
      expect((await list()).length).toBe(before + 1);
    });
  });

  onOneEngine(engine, () => {
    test('each webhook has its own secret', async () => {
      const made = await Promise.all(Array.from({ length: 5 }, () => make({ url })));
      const secrets = await Promise.all(made.map(async (response) => (await bodyOf<WebhookBody>(response)).secret));
      expect(new Set(secrets).size).toBe(5);
    });

    test('rejects what no webhook can be, says why, and stores nothing', async () => {
      const before = (await list()).length;
      const invalid: [body: object, message: string][] = [
        [{}, 'url is required'],
        ...[
          ...['shelter', 'https:///events', 'https://me@93.184.216.34/', 'https://me:secret@93.184.216.34/'],
          ...[
            `${url}#here`,
            `${url}/a b`,
            'https://93.184.216.34\n/',
            'https:\\\\93.184.216.34',
            'ftp://93.184.216.34/',
          ],
        ].map((url): [object, string] => [{ url }, 'url must be an address such as']),
        [{ url: 'http://93.184.216.34/' }, 'url must begin with https://.'],
        [{ url: 'https://[::g]/' }, 'url must be a URL with a valid host'],
        [{ url: `${url}?${'x'.repeat(2_048)}` }, 'url must have at most 2048 characters'],
        [{ url, types: [] }, `types must have 1 to ${eventTypes.length} items, but has 0`],
        [{ url, types: ['pet.created', 'pet.created'] }, 'types must not contain duplicates'],
        [{ url, types: ['pet.sold'] }, 'types[0] must be one of'],
        [{ url, types: 'pet.created' }, 'types must be an array'],
        [{ url, secret: 'whsec_AAAA' }, 'Unknown field "secret"'],
        [{ url: 'https://127.0.0.1/' }, 'url cannot be used: the address 127.0.0.1 is a loopback address'],
        [{ url: 'https://0x7f.1/' }, 'url cannot be used: the address 127.0.0.1 is a loopback address'],
        [{ url: 'https://[::1]:8443/' }, 'url cannot be used: the address ::1 is a loopback address'],
        [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url cannot be used: the address ::ffff:a00:1 is a private'],
        [{ url: 'https://169.254.169.254/' }, 'url cannot be used: the address 169.254.169.254 is a link-local'],
        [{ url: 'https://localhost/' }, 'the host localhost has an address that is not public'],
        [{ url: 'https://nobody.invalid/' }, 'url cannot be used: the host nobody.invalid cannot be resolved'],
      ];
      for (const [body, message] of invalid) {
        const error = await bodyOf<{ status: number; code: string; message: string }>(await make(body));
        expect([body, error.status, error.code, error.message]).toEqual([
          ...[body, 400, 'validation_failed', expect.stringContaining(message)],
        ]);
      }
      expect(await list()).toHaveLength(before);
    });

    test('if private addresses are allowed, accepts them unchanged, but no name that cannot be resolved', async () => {
      service.restart({ reachesPrivateAddresses: true });
      const local = ['http://127.0.0.1:8081/hook', 'https://localhost/hook', 'http://[::1]/', 'https://10.0.0.1/?a=b'];
      for (const address of local) {
        expect((await bodyOf<WebhookBody>(await make({ url: address }))).url).toBe(address);
      }
      expect(await refusal(await make({ url: 'http://nobody.invalid/' }))).toBe('400 validation_failed');
      service.restart({});
    });
  });
});
