import { describe, expect, test } from 'bun:test';
import { pauseWebhooks } from '../../../src/catalogue/database/history-rules.ts';
import { deleteExpiredEvents, sequenceEvents } from '../../../src/catalogue/events/rules.ts';
import { leaseDelivery, recordDeliveryOutcome } from '../../../src/catalogue/webhooks/delivery-rules.ts';
import { findDueDeliveries } from '../../../src/catalogue/webhooks/delivery-sql.ts';
import type { TestApp } from '../../support/app.ts';
import { type Sending, sendInEachTest } from '../../support/data/webhook-sending.ts';
import { makeDispatcher, namesIn } from '../../support/data/webhooks.ts';
import { engines } from '../../support/engines.ts';

let service: TestApp;
let sending: Sending;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe.each(engines)('on $name', (engine) => {
  sendInEachTest(engine, (started) => {
    ({ service, sending } = started);
  });

  test('a receiver that does not respond delays no other, and has at most four concurrent requests', async () => {
    const slow = await sending.subscribe('/slow');
    await sending.subscribe('/fast');
    const { promise, resolve } = Promise.withResolvers<Response>();
    sending.receiver.answer = ({ path }) => (path === '/slow' ? promise : new Response());
    const at = (path: string) => sending.receiver.received.filter((one) => one.path === path);
    for (let count = 0; count < 20; count++) await sending.addPet(`Pet ${count}`);
    await service.untilSettled();
    await sending.dispatcher.poll();
    await sending.receiver.untilReceived(24);
    await sending.dispatcher.poll();
    expect([at('/slow').length, at('/fast').length]).toEqual([4, 20]);
    resolve(new Response());
    await sending.dispatcher.whenIdle();
    expect([at('/slow').length, await sending.deliveriesOf(slow)]).toEqual([20, []]);
  });

  test('at most 32 requests to a few webhooks are concurrent, in equal shares', async () => {
    for (let count = 0; count < 10; count++) await sending.subscribe(`/${count}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    sending.receiver.answer = () => promise.then(() => new Response());
    for (let count = 0; count < 12; count++) await sending.addPet(`Pet ${count}`);
    await service.untilSettled();
    await sending.dispatcher.poll();
    await sending.receiver.untilReceived(30);
    await sending.dispatcher.poll();
    const paths = Map.groupBy(sending.receiver.received, ({ path }) => path);
    expect([...paths.values()].map(({ length }) => length)).toEqual(Array(10).fill(3));
    resolve();
    await sending.dispatcher.whenIdle();
    expect(sending.receiver.received).toHaveLength(120);
  });

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

  test('a pause also stops a backlog that is being sent', async () => {
    await sending.subscribe();
    const { promise, resolve } = Promise.withResolvers<void>();
    sending.receiver.answer = () => promise.then(() => new Response());
    for (let count = 0; count < 40; count++) await sending.addPet(`Pet ${count}`);
    await service.untilSettled();
    await sending.dispatcher.poll();
    await sending.receiver.untilReceived(4);
    await service.store.write(pauseWebhooks, { reason: 'a trial', skip: false });
    resolve();
    await sending.dispatcher.whenIdle();
    expect(sending.receiver.received.length).toBeLessThan(40);
    await service.store.write(pauseWebhooks, { reason: null, skip: false });
    await sending.deliver();
    expect(sending.receiver.received).toHaveLength(40);
  });

  test('two concurrent dispatchers send each event once', async () => {
    await sending.subscribe();
    await Promise.all(Array.from({ length: 50 }, (_, index) => sending.addPet(`Pet ${index}`)));
    const others = [makeDispatcher(service), makeDispatcher(service)];
    await Promise.all([sending, ...others].map((one) => one.deliver()));
    expect(new Set(namesIn(sending.receiver.received)).size).toBe(50);
    expect(sending.receiver.received).toHaveLength(50);
  });

  test('a lease ends after a minute, and a later outcome from the first node is ignored', async () => {
    const webhook = await sending.subscribe();
    sending.receiver.answer = () => new Response(null, { status: 500 });
    await sending.addPet('Rex');
    await sending.deliver();
    service.now += 5 * second;
    const [seen] = await findDueDeliveries(
      service.store.reader,
      { id: BigInt(webhook.id), status: 'active' },
      BigInt(service.now),
      1,
    );
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
    await service.store.write(deleteExpiredEvents, {
      until: BigInt(service.now + 1_000 * hour),
      limit: 10_000,
      after: 0n,
    });
    expect(await sending.deliveriesOf(waiting)).toEqual([]);
    sending.receiver.answer = () => new Response();
    await sending.deliver();
    const lately = sending.receiver.received.filter(({ path }) => path === '/late');
    expect(namesIn(lately)).toEqual(['New']);
    expect(await sending.deliveriesOf(late)).toEqual([]);
  });
});
