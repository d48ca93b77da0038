import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { TestApp } from '../../support/app.ts';
import { iso } from '../../support/data/keys.ts';
import { type Sending, sendInEachTest } from '../../support/data/webhook-sending.ts';
import {
  type DeliveryBody,
  listDeliveries,
  makeDispatcher,
  makeWebhook,
  namesIn,
  removeWebhook,
} from '../../support/data/webhooks.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, refusal } from '../../support/http/body.ts';
import { startReceiver } from '../../support/http/receiver.ts';

let service: TestApp;
let sending: Sending;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe.each(engines)('on $name', (engine) => {
  sendInEachTest(engine, (started) => {
    ({ service, sending } = started);
  });

  test('an event arrives signed and as in the list of events, and its delivery is deleted', async () => {
    const webhook = await sending.subscribe('/hook?for=pets');
    await sending.addPet('Zoë “é” 🐕');
    await sending.deliver();
    const [received] = sending.receiver.received;
    const { headers = {}, body = '' } = received ?? {};
    const { id } = JSON.parse(body) as { id: number };
    const listed = await (await service.fetch(`/v1/events?after=${id - 1}&limit=1`)).text();
    expect(sending.receiver.received).toHaveLength(1);
    expect(received?.path).toBe('/hook?for=pets');
    expect(`[${body}]`).toBe(listed);
    expect([headers['content-type'], headers['user-agent'], headers['webhook-id']]).toEqual([
      'application/json',
      'petstore',
      `evt_${id}`,
    ]);
    expect(new Webhook(webhook.secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(await sending.deliveriesOf(webhook)).toEqual([]);
  });

  test('a webhook receives only later events of its types', async () => {
    await sending.addPet('Before');
    const all = await sending.subscribe('/all');
    const deleted = await sending.subscribe('/deleted', ['pet.deleted', 'category.created']);
    const { id } = await sending.addPet('Rex');
    await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
    await sending.deliver();
    const typesAt = (path: string) =>
      sending.receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).type as string);
    expect(typesAt('/all').toSorted()).toEqual(['pet.created', 'pet.deleted']);
    expect(typesAt('/deleted')).toEqual(['pet.deleted']);
    expect([await sending.deliveriesOf(all), await sending.deliveriesOf(deleted)]).toEqual([[], []]);
  });

  test('more events than the 100 that are queued at once all arrive, each once', async () => {
    await sending.subscribe();
    await Promise.all(Array.from({ length: 120 }, (_, index) => sending.addPet(`Pet ${index}`)));
    await sending.deliver();
    expect(namesIn(sending.receiver.received).toSorted()).toEqual(
      Array.from({ length: 120 }, (_, index) => `Pet ${index}`).toSorted(),
    );
  });

  test('a failed delivery is retried after 5 s, 1 m, 5 m, 30 m, 2 h, 8 h and 24 h, and is dead until somebody retries it', async () => {
    const webhook = await sending.subscribe('/', ['pet.created']);
    sending.receiver.answer = () => new Response('no', { status: 503 });
    await sending.addPet('Rex');
    const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];
    for (const [index, pause] of pauses.entries()) {
      await sending.deliver();
      const [delivery] = await sending.deliveriesOf(webhook, '&status=waiting');
      expect(delivery).toMatchObject({ attempts: index + 1, failure: 'the receiver responded with 503' });
      expect(Date.parse(delivery?.dueAt ?? '') - service.now).toBe(pause);
      service.now += pause - 1;
      await sending.deliver();
      expect(sending.receiver.received).toHaveLength(index + 1);
      service.now += 1;
    }
    await sending.deliver();
    const [dead] = await sending.deliveriesOf(webhook, '&status=dead');
    const { id = 0, eventId = 0 } = dead ?? {};
    const failure = 'the receiver responded with 503';
    expect(dead).toEqual({ id, webhookId: webhook.id, eventId, status: 'dead', attempts: 8, failure });
    service.now += 48 * hour;
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(8);
    expect(new Set(sending.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(sending.receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(sending.logged).toEqual([expect.stringContaining('"failure":"the receiver responded with 503"')]);
    expect(sending.logged.join()).not.toContain(webhook.secret);

    sending.receiver.answer = () => new Response(null, { status: 410 });
    await sending.addPet('Max');
    await sending.deliver();
    const refused = await sending.retry(dead);
    expect(await refusal(refused)).toBe('409 webhook_disabled');
    expect(await sending.deliveriesOf(webhook)).toMatchObject([{ id: dead?.id, status: 'dead' }]);
    await service.post(`/v1/webhooks/${webhook.id}/resume`, '');

    sending.receiver.answer = () => new Response();
    const retried = await sending.retry(dead);
    const again = { ...dead, status: 'waiting', attempts: 0, dueAt: iso(service.now) };
    expect([retried.status, await retried.json()]).toEqual([200, again]);
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(10);
    expect(await sending.deliveriesOf(webhook)).toEqual([]);
  });

  test('a receiver that responds with 410 gets no more requests, not even for waiting deliveries', async () => {
    const webhook = await sending.subscribe();
    sending.receiver.answer = () => new Response(null, { status: 500 });
    await sending.addPet('One');
    await sending.deliver();
    service.now += 3 * second;
    await sending.addPet('Two');
    await sending.deliver();
    service.now += 2 * second;
    sending.receiver.answer = () => new Response(null, { status: 410 });
    await sending.deliver();
    expect(namesIn(sending.receiver.received)).toEqual(['One', 'Two', 'One']);
    expect(await sending.statusOf(webhook)).toBe('disabled');
    expect(await sending.deliveriesOf(webhook)).toEqual([]);
    expect(sending.logged).toEqual([expect.stringContaining(`"webhookId":"${webhook.id}"`)]);
    await sending.addPet('Three');
    service.now += hour;
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(3);
  });

  test('removing a webhook deletes its deliveries', async () => {
    const webhook = await makeWebhook(service, sending.receiver.url);
    sending.receiver.answer = () => new Response(null, { status: 500 });
    const { id } = await sending.addPet('Rex');
    await sending.deliver();
    const [delivery] = await sending.deliveriesOf(webhook);
    expect((await removeWebhook(service, webhook)).status).toBe(204);
    expect(await sending.deliveriesOf(webhook)).toEqual([]);
    expect((await sending.retry(delivery)).status).toBe(404);
    service.now += hour;
    await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(1);
  });

  test('lists deliveries by webhook and status, in pages, and counts them', async () => {
    const [one, other] = [await sending.subscribe('/one'), await sending.subscribe('/other', ['pet.deleted'])];
    sending.receiver.answer = () => new Response(null, { status: 500 });
    for (let count = 0; count < 5; count++) await sending.addPet(`Pet ${count}`);
    await sending.deliver();
    const ids = (await sending.deliveriesOf(one)).map(({ id }) => id);
    const small = await service.fetch(`/v1/webhook-deliveries?limit=2&webhookId=${one.id}&status=waiting`, {
      headers: { Prefer: 'count=exact' },
    });
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(ids).toHaveLength(5);
    expect([(await bodyOf<DeliveryBody[]>(small)).length, small.headers.get('X-Total-Count')]).toEqual([2, '5']);
    expect(await sending.deliveriesOf(one, '&status=dead')).toEqual([]);
    expect(await sending.deliveriesOf(other)).toEqual([]);
    const all = await listDeliveries((path) => service.fetch(path), 'status=waiting');
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect((await service.fetch('/v1/webhook-deliveries?status=gone')).status).toBe(400);
  });

  onOneEngine(engine, () => {
    test('does not follow a redirect', async () => {
      const other = startReceiver();
      const webhook = await sending.subscribe();
      sending.receiver.answer = () => Response.redirect(other.url, 307);
      await sending.addPet('Rex');
      await sending.deliver();
      const [delivery] = await sending.deliveriesOf(webhook);
      await other.stop();
      expect(other.received).toEqual([]);
      expect(delivery?.failure).toBe('the receiver responded with 307; redirects are not followed');
    });

    test('a timeout and a refused connection are failures with a one-line message', async () => {
      const silent = await sending.subscribe('/silent');
      const closed = startReceiver();
      const away = await sending.subscribe(closed.url);
      await closed.stop();
      sending.receiver.answer = () => new Promise<Response>(() => {});
      await sending.addPet('Rex');
      await makeDispatcher(service, { timeoutMs: 500 }).deliver();
      const [late] = await sending.deliveriesOf(silent);
      const [refused] = await sending.deliveriesOf(away);
      expect(late?.failure).toBe('no response within 0.5 seconds');
      expect(refused?.failure).toBe('no response: ECONNREFUSED');
    });

    test('rejects a name that resolves to a private address at the time of sending', async () => {
      const webhook = await sending.subscribe(sending.receiver.url.replace('127.0.0.1', 'localhost'));
      await sending.addPet('Rex');
      await makeDispatcher(service, { reachesPrivateAddresses: false }).deliver();
      const [delivery] = await sending.deliveriesOf(webhook);
      expect(sending.receiver.received).toEqual([]);
      expect(delivery?.failure).toContain('the host localhost has an address that is not public');
    });
  });
});
