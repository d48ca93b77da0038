import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import document from '../../../openapi.json' with { type: 'json' };
import type { TestApp } from '../../support/app.ts';
import { codeOf } from '../../support/data/keys.ts';
import { type Sending, sendInEachTest } from '../../support/data/webhook-sending.ts';
import { type DeliveryBody, namesIn, type WebhookBody } from '../../support/data/webhooks.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** A test as the document shows it. */
const testOf = ({ webhooks }: typeof document) =>
  webhooks['webhook.test'].post.requestBody.content['application/json'].example;

let service: TestApp;
let sending: Sending;

describe.each(engines)('on $name a webhook', (engine) => {
  sendInEachTest(engine, (started) => {
    ({ service, sending } = started);
  });

  const call = (method: string, { id }: { id: number }, path = '', body?: unknown, headers = {}) =>
    service.fetch(`/v1/webhooks/${id}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const read = async (webhook: WebhookBody) => await bodyOf<WebhookBody>(await call('GET', webhook));
  const at = (path: string) => sending.receiver.received.filter((one) => one.path === path);

  test('changes only the given fields, and sends waiting events to the new address', async () => {
    const webhook = await sending.subscribe('/old', ['pet.created']);
    const before = await read(webhook);
    await sending.addPet('waits');
    const url = `${sending.receiver.url}/new`;
    const changed = await call('PATCH', webhook, '', { url, description: 'Adoption site' });
    expect([changed.status, await changed.json()]).toEqual([200, { ...before, url, description: 'Adoption site' }]);
    await sending.deliver();
    expect([namesIn(at('/old')), namesIn(at('/new'))]).toEqual([[], ['waits']]);
    const emptied = await call('PATCH', webhook, '', { types: [], description: '' });
    const { types: _, ...all } = before;
    expect(await emptied.json()).toEqual({ ...all, url });
    expect(await codeOf(await call('PATCH', webhook, '', { url: 'nowhere' }))).toBe('validation_failed');
    expect(await codeOf(await call('PATCH', webhook, '', { status: 'paused' }))).toBe('validation_failed');
    expect(await codeOf(await call('PATCH', webhook, '', {}, { 'If-Match': '"other"' }))).toBe('precondition_failed');
    expect(await codeOf(await call('PATCH', { id: 4711 }, '', {}))).toBe('webhook_not_found');
  });

  test('signs with both secrets during the grace period of a rotation, and then with the new one alone', async () => {
    const webhook = await sending.subscribe('/rotated');
    const { secret: first, ...shown } = webhook;
    const { secret: second, ...rest } = await bodyOf<WebhookBody>(
      await call('POST', webhook, '/rotate', { graceSeconds: 60 }),
    );
    expect(rest).toEqual(shown);
    const verifiers = async () => {
      await sending.addPet('signed');
      await sending.deliver();
      const { body = '', headers = {} } = at('/rotated').at(-1) ?? {};
      // The library compares the time of the signature with its own clock.
      return [first, second].map((secret) => {
        try {
          return new Webhook(secret).verify(body, headers) !== undefined;
        } catch {
          return false;
        }
      });
    };
    expect(second).not.toBe(first);
    expect(await verifiers()).toEqual([true, true]);
    service.now += 60_000;
    expect(await verifiers()).toEqual([false, true]);
    expect(at('/rotated').map(({ headers }) => headers['webhook-signature']?.split(' ').length)).toEqual([2, 1]);
    expect(JSON.stringify(await read(webhook))).not.toContain('whsec_');
  });

  test('returns the same secret for a retried rotation, and ends the old one at once without a grace period', async () => {
    const webhook = await sending.subscribe('/retried');
    const key = { 'Idempotency-Key': `rotate-${webhook.id}` };
    const rotate = () => call('POST', webhook, '/rotate', { graceSeconds: 0 }, key);
    const [one, other] = [await (await rotate()).text(), await (await rotate()).text()];
    expect(other).toBe(one);
    const changed = await call('POST', webhook, '/rotate', {}, { 'If-Match': '"other"' });
    expect(await codeOf(changed)).toBe('precondition_failed');
    await sending.addPet('signed');
    await sending.deliver();
    const { body = '', headers = {} } = at('/retried')[0] ?? {};
    expect(new Webhook(JSON.parse(one).secret).verify(body, headers)).toBeDefined();
    expect(() => new Webhook(webhook.secret).verify(body, headers)).toThrow();
  });

  test('sends a test once, signed and recorded as an attempt; it is not retried and is not an event', async () => {
    const webhook = await sending.subscribe('/test', ['pet.deleted']);
    for (const status of [204, 500]) {
      sending.receiver.answer = () => new Response(null, { status });
      const answer = await call('POST', webhook, '/test');
      const delivery = await bodyOf<DeliveryBody>(answer);
      expect([answer.status, delivery]).toEqual([
        200,
        {
          id: expect.any(Number),
          webhookId: webhook.id,
          eventId: 0,
          status: 'waiting',
          attempts: 0,
          dueAt: new Date(service.now).toISOString(),
        },
      ]);
      await sending.deliver();
      const { body = '', headers = {} } = at('/test').at(-1) ?? {};
      expect(new Webhook(webhook.secret).verify(body, headers)).toEqual({
        id: 0,
        type: 'webhook.test',
        at: new Date(service.now).toISOString(),
      });
      expect(JSON.parse(body)).toEqual({ ...testOf(document), at: expect.any(String) });
      expect(headers['webhook-id']).toBe(`test_${delivery.id}`);
      expect(await sending.deliveriesOf(webhook)).toEqual([]);
    }
    const attempts = await (await call('GET', webhook, '/attempts')).json();
    expect(attempts).toMatchObject([
      { eventId: 0, status: 500 },
      { eventId: 0, status: 204 },
    ]);
    expect(at('/test')).toHaveLength(2);
    expect(await read(webhook)).not.toHaveProperty('failingSince');
  });

  test('that is paused keeps its events, rejects tests, and sends the events when it is resumed', async () => {
    const webhook = await sending.subscribe('/paused');
    const paused = await bodyOf<WebhookBody>(await call('POST', webhook, '/pause'));
    await sending.addPet('waits');
    await sending.deliver();
    expect(at('/paused')).toEqual([]);
    expect(await codeOf(await call('POST', webhook, '/test'))).toBe('webhook_disabled');
    const resumed = await bodyOf<WebhookBody>(await call('POST', webhook, '/resume'));
    expect([paused.status, resumed.status]).toEqual(['paused', 'active']);
    await sending.deliver();
    expect(namesIn(at('/paused'))).toEqual(['waits']);
  });
});
