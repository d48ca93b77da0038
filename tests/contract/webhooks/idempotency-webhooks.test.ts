import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import type { WebhookBody } from '../../support/data/webhooks.ts';
import { engines } from '../../support/engines.ts';
import { refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;
/** The webhooks before the test, and a key that only this test uses. */
let before: number;
let once: { 'Idempotency-Key': string };

const home = { url: 'http://127.0.0.1:1/hook' };
const make = (body: unknown, headers: Record<string, string> = once) =>
  service.post('/v1/webhooks', JSON.stringify(body), headers);
const count = async () =>
  (await readPages<WebhookBody>((path) => service.fetch(path), '/v1/webhooks?limit=100')).length;
const allowPrivateAddresses = (reachesPrivateAddresses: boolean) => service.restart({ reachesPrivateAddresses });

describe.each(engines)('on $name, a retry of a creation from before private addresses were disallowed', (engine) => {
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine);
  });
  beforeEach(async () => {
    allowPrivateAddresses(true);
    before = await count();
    once = { 'Idempotency-Key': crypto.randomUUID() };
  });
  afterAll(() => service.close());

  test('gets the first response with the same secret, and with another payload it is rejected as such', async () => {
    const made = await (await make(home)).text();
    allowPrivateAddresses(false);
    const again = await make(home);
    expect([again.status, again.headers.get('Idempotency-Replayed'), await again.text()]).toEqual([201, 'true', made]);
    expect(made).toContain('"secret":"whsec_');
    expect(await refusal(await make({ url: 'http://10.0.0.1/' }))).toBe('422 idempotency_key_reused');
    expect(await count()).toBe(before + 1);
  });

  test('is a new request for another API key, and after 24 hours', async () => {
    await make(home);
    allowPrivateAddresses(false);
    const other = { ...once, Authorization: `Bearer ${await service.makeKey('admin')}` };
    expect(await refusal(await make(home, other))).toBe('400 validation_failed');
    service.now += 24 * 60 * 60 * 1_000;
    expect(await refusal(await make(home))).toBe('400 validation_failed');
    expect(await count()).toBe(before + 1);
  });

  test('after a failed request is validated again, and the key is unused', async () => {
    allowPrivateAddresses(false);
    for (let round = 0; round < 2; round++) expect(await refusal(await make(home))).toBe('400 validation_failed');
    allowPrivateAddresses(true);
    expect((await make(home)).status).toBe(201);
  });

  test('that is concurrent creates only one webhook', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => make(home)));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(await Promise.all(made.map((answer) => answer.text()))).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(await refusal(answer)).toBe('409 idempotency_in_progress');
    }
    expect(await count()).toBe(before + 1);
  });
});
