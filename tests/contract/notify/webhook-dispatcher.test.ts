import { describe, expect, test } from 'bun:test';
import { pauseWebhooks } from '../../../src/catalogue/history-rules.ts';
import { leaseDelivery, recordDeliveryOutcome } from '../../../src/notify/webhooks/delivery-rules.ts';
import { findDueDeliveries } from '../../../src/notify/webhooks/delivery-sql.ts';
import { deleteExpiredEvents, sequenceEvents } from '../../../src/record/events/rules.ts';
import type { TestApp } from '../../support/app.ts';
import { iso } from '../../support/data/keys.ts';
import { type Sending, sendInEachTest } from '../../support/data/webhook-sending.ts';
import {
  type AttemptBody,
  makeDispatcher,
  namesIn,
  removeWebhook,
  type WebhookBody,
} from '../../support/data/webhooks.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;
let sending: Sending;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe.each(engines)('on $name', (engine) => {
  sendInEachTest(engine, (started) => {
    ({ service, sending } = started);
  });

  const addPets = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => sending.addPet(`Pet ${index}`)));
  const at = (path: string) => sending.receiver.received.filter((one) => one.path === path);
  const read = async ({ id }: WebhookBody) => await bodyOf<WebhookBody>(await service.fetch(`/v1/webhooks/${id}`));
  const attemptsOf = ({ id }: WebhookBody) =>
    readPages<AttemptBody>(service.fetch, `/v1/webhooks/${id}/attempts?limit=50`);

  test('sends nothing while webhooks are paused, and the waiting events when they are resumed', async () => {
    await sending.subscribe();
    await sending.addPet('before');
    await service.untilSettled();
    await service.store.write(pauseWebhooks, { reason: 'a trial', skip: false });
    await sending.addPet('waiting');
    await sending.deliver();
    expect(sending.receiver.received).toEqual([]);
    await service.store.write(pauseWebhooks, { reason: null, skip: false });
    await sending.deliver();
    expect(namesIn(sending.receiver.received).sort()).toEqual(['before', 'waiting']);
    await service.store.write(pauseWebhooks, { reason: 'a trial', skip: false });
    await sending.addPet('dropped');
    await service.untilSettled();
    await service.store.write(pauseWebhooks, { reason: null, skip: true });
    await sending.addPet('sent');
    await sending.deliver();
    expect(namesIn(sending.receiver.received).slice(2)).toEqual(['sent']);
  });

  test('two concurrent dispatchers send each event once', async () => {
    await sending.subscribe();
    await addPets(30);
    const others = [makeDispatcher(service), makeDispatcher(service)];
    await Promise.all([sending, ...others].map((one) => one.deliver()));
    expect(new Set(namesIn(sending.receiver.received)).size).toBe(30);
    expect(sending.receiver.received).toHaveLength(30);
  });

  test('a lease ends after a minute, and a later outcome from the first node is ignored', async () => {
    const webhook = await sending.subscribe();
    sending.receiver.answer = () => new Response(null, { status: 500 });
    await sending.addPet('Rex');
    await sending.deliver();
    service.now += 5 * second;
    const active = { id: BigInt(webhook.id), status: 'active' } as const;
    const [seen] = await findDueDeliveries(service.store.reader, active, BigInt(service.now), 1);
    if (seen === undefined) throw new Error('nothing is due');
    const lease = () => service.store.write(leaseDelivery, { seen, now: BigInt(service.now) });
    const [first, second_] = [await lease(), await lease()];
    if (first === undefined) throw new Error('the first lease was refused');
    expect([first.attempts, second_]).toEqual([2, undefined]);
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(1);

    service.now += minute;
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(2);
    const now = BigInt(service.now);
    for (const outcome of [{ kind: 'done' }, { kind: 'gone' }, { kind: 'failed', failure: '' }] as const) {
      expect(await service.store.write(recordDeliveryOutcome, { leased: first, outcome, now })).toBe('lease lost');
    }
    expect(await sending.deliveriesOf(webhook)).toMatchObject([{ attempts: 3, status: 'waiting' }]);
    expect(await sending.statusOf(webhook)).toBe('active');
  });

  test('deleting events deletes their deliveries, and late webhooks skip them', async () => {
    const waiting = await sending.subscribe('/waiting');
    sending.receiver.answer = () => new Response(null, { status: 500 });
    await sending.addPet('Old');
    await sending.deliver();
    const late = await sending.subscribe('/late');
    await sending.addPet('Older');
    await sending.addPet('New');
    await service.untilSettled();
    while (await service.store.write(sequenceEvents, null));
    const until = BigInt(service.now + 1_000 * hour);
    await service.store.write(deleteExpiredEvents, { until, limit: 10_000, after: 0n });
    expect(await sending.deliveriesOf(waiting)).toEqual([]);
    sending.receiver.answer = () => new Response();
    await sending.deliver();
    expect(namesIn(at('/late'))).toEqual(['New']);
    expect(await sending.deliveriesOf(late)).toEqual([]);
  });

  test('three days without a success disable the webhook, with an event', async () => {
    const webhook = await sending.subscribe('/dead');
    sending.receiver.answer = ({ path }) => new Response(null, { status: path === '/dead' ? 500 : 204 });
    await addPets(5);
    const began = service.now;
    while (service.now - began < 72 * hour - 10 * 60 * second) {
      await sending.deliver();
      service.now += 4 * hour;
    }
    expect(await sending.statusOf(webhook)).toBe('active');
    const other = await sending.subscribe('/other');
    await addPets(1);
    service.now = began + 72 * hour;
    await sending.deliver();
    const disabled = await read(webhook);
    expect(sending.logged.join()).toContain(`"cause":"${disabled.reason}"`);
    expect(disabled).toMatchObject({ status: 'disabled', reason: expect.stringContaining('three days') });
    expect(await sending.deliveriesOf(webhook, '&status=waiting')).toEqual([]);
    await sending.deliver();
    const events = at('/other').map(({ body }) => JSON.parse(body));
    const told = { type: 'webhook.disabled', actor: { type: 'system' }, webhookId: webhook.id };
    expect(events.at(-1)).toEqual({ ...told, id: expect.any(Number), at: iso(service.now) });

    // After it is resumed, it gets only new events.
    const attempts = at('/dead').length;
    sending.receiver.answer = () => new Response();
    await service.post(`/v1/webhooks/${webhook.id}/resume`, '');
    await sending.deliver();
    expect(at('/dead').length).toBe(attempts);
    await sending.addPet('New');
    await sending.deliver();
    expect(namesIn(at('/dead').slice(attempts))).toEqual(['New']);
    await removeWebhook(service, other);
  });

  test('a success within the three days restarts the period', async () => {
    const webhook = await sending.subscribe('/flaky');
    sending.receiver.answer = (_, count) => new Response(null, { status: count === 3 ? 204 : 500 });
    for (let day = 0; day < 5; day++) {
      await sending.addPet(`Day ${day}`);
      await sending.deliver();
      service.now += 20 * hour;
    }
    expect(await sending.statusOf(webhook)).toBe('active');
  });

  test('attempts are listed with status and duration, newest first, in pages, for seven days', async () => {
    const webhook = await sending.subscribe('/attempts');
    sending.receiver.answer = (_, count) => new Response(null, { status: count % 2 === 1 ? 500 : 204 });
    const started = service.now;
    await sending.addPet('first');
    await sending.deliver();
    service.now += 6 * second;
    await sending.deliver();
    const [success, failure, ...more] = await attemptsOf(webhook);
    expect(more).toEqual([]);
    const attempt = { id: expect.any(Number), eventId: failure?.eventId ?? 0, durationMs: expect.any(Number) };
    expect([failure, success]).toEqual([
      { ...attempt, at: iso(started), status: 500, failure: 'the receiver responded with 500' },
      { ...attempt, at: iso(service.now), status: 204 },
    ]);
    expect(failure?.eventId).toBeGreaterThan(0);
    sending.receiver.answer = () => new Response();
    await addPets(7);
    await sending.deliver();
    const paged = await readPages<AttemptBody>(service.fetch, `/v1/webhooks/${webhook.id}/attempts?limit=2`);
    expect(paged).toHaveLength(9);
    expect(paged.map(({ id }) => id)).toEqual(paged.map(({ id }) => id).toSorted((one, other) => other - one));
    expect(paged).toEqual(await attemptsOf(webhook));
    expect(await service.count(`/v1/webhooks/${webhook.id}/attempts`)).toBe(9);
    service.now += 7 * 24 * hour;
    expect(await attemptsOf(webhook)).toEqual([]);
    expect((await service.fetch('/v1/webhooks/4711/attempts')).status).toBe(404);
  });

  onOneEngine(engine, () => {
    // At most four to one receiver, and 32 in equal shares to a few webhooks.
    test.each<[hanging: number, each: number, others: number]>([
      [1, 4, 1],
      [8, 3, 1],
      [10, 3, 0],
    ])(
      '%i receivers that hang have at most %i concurrent requests each, and delay none of %i others',
      async (hanging, each, others) => {
        const paths = Array.from({ length: hanging + others }, (_, index) => `/${index < hanging ? index : 'healthy'}`);
        for (const path of paths) await sending.subscribe(path);
        const { promise, resolve } = Promise.withResolvers<void>();
        sending.receiver.answer = async ({ path }) => {
          if (path !== '/healthy') await promise;
          return new Response();
        };
        await addPets(12);
        await service.untilSettled();
        await sending.dispatcher.poll();
        await sending.receiver.untilReceived(12 * others + hanging * each);
        await sending.dispatcher.poll();
        const counts = () => paths.map((path) => new Set(namesIn(at(path))).size);
        expect(counts()).toEqual([...Array(hanging).fill(each), ...Array(others).fill(12)]);
        resolve();
        await sending.dispatcher.whenIdle();
        expect(counts()).toEqual(paths.map(() => 12));
        expect(sending.receiver.received).toHaveLength(12 * paths.length);
      },
    );

    test('a pause also stops a backlog that is being sent', async () => {
      await sending.subscribe();
      const { promise, resolve } = Promise.withResolvers<void>();
      sending.receiver.answer = () => promise.then(() => new Response());
      await addPets(20);
      await service.untilSettled();
      await sending.dispatcher.poll();
      await sending.receiver.untilReceived(4);
      await service.store.write(pauseWebhooks, { reason: 'a trial', skip: false });
      resolve();
      await sending.dispatcher.whenIdle();
      expect(sending.receiver.received.length).toBeLessThan(20);
      await service.store.write(pauseWebhooks, { reason: null, skip: false });
      await sending.deliver();
      expect(sending.receiver.received).toHaveLength(20);
    });

    test('a failing receiver gets one event at a time, after growing pauses, and the rest when it recovers', async () => {
      const webhook = await sending.subscribe('/down');
      let concurrent = 0;
      let highest = 0;
      sending.receiver.answer = async () => {
        highest = Math.max(highest, ++concurrent);
        await Bun.sleep(1);
        concurrent--;
        return new Response(null, { status: 503 });
      };
      await addPets(30);
      await sending.deliver();
      // As many as were in flight at the third failure.
      const first = at('/down').length;
      expect(first).toBeLessThanOrEqual(7);
      expect((await read(webhook)).failingSince).toBe(iso(service.now));
      highest = 0;
      const counts: number[] = [];
      // The shortest pause.
      const step = 5;
      for (let seconds = step; seconds <= 200; seconds += step) {
        service.now += step * second;
        await sending.deliver();
        counts.push(at('/down').length - first);
      }
      expect(highest).toBe(1);
      const times = counts.flatMap((count, index) => (count > (counts[index - 1] ?? 0) ? [(index + 1) * step] : []));
      const pauses = times.map((time, index) => time - (times[index - 1] ?? 0));
      expect(pauses.length).toBeGreaterThan(2);
      expect(pauses.slice(1)).toEqual(pauses.slice(1).toSorted((one, other) => one - other));
      expect(pauses.at(-1)).toBeGreaterThanOrEqual(40);

      sending.receiver.answer = () => new Response();
      service.now += 11 * 60 * second;
      await sending.deliver();
      expect(await sending.deliveriesOf(webhook)).toEqual([]);
      expect(new Set(namesIn(at('/down'))).size).toBe(30);
      expect(await read(webhook)).not.toHaveProperty('failingSince');
    });

    test('a dispatcher that starts while a receiver is down sends it one event first', async () => {
      await sending.subscribe('/down');
      sending.receiver.answer = () => new Response(null, { status: 500 });
      await addPets(10);
      await sending.deliver();
      const before = at('/down').length;
      service.now += 8 * second;
      await makeDispatcher(service).deliver();
      expect(at('/down').length).toBe(before + 1);
    });

    test('a manual retry is sent at once, whatever the pause', async () => {
      const webhook = await sending.subscribe('/down');
      sending.receiver.answer = () => new Response(null, { status: 500 });
      await addPets(10);
      await sending.deliver();
      const before = at('/down').length;
      sending.receiver.answer = () => new Response();
      await sending.deliver();
      expect(at('/down').length).toBe(before);
      await sending.retry((await sending.deliveriesOf(webhook)).find(({ failure }) => failure !== undefined));
      await sending.deliver();
      expect(at('/down').length).toBeGreaterThan(before);
    });
  });
});
