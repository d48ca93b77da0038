import { describe, expect, test } from 'bun:test';
import { createLog } from '../../src/lib/log.ts';
import { retryDelivery } from '../../src/notify/webhooks/delivery-operations.ts';
import { leaseDelivery, recordDeliveryOutcome } from '../../src/notify/webhooks/delivery-rules.ts';
import { findDelivery } from '../../src/notify/webhooks/delivery-sql.ts';
import { deleteWebhook } from '../../src/notify/webhooks/operations.ts';
import { WebhookDispatcher } from '../../src/notify/webhooks/sending/dispatcher.ts';
import { findWebhook, saveWebhookCheckpoint } from '../../src/notify/webhooks/sql.ts';
import { failureKind } from '../../src/store/postgres/failures.ts';
import type { Command, Store } from '../../src/store/store.ts';
import { engines, postgres, type ScratchDatabase } from '../support/engines.ts';
import { caller } from '../support/http/caller.ts';
import { startReceiver } from '../support/http/receiver.ts';
import { storeForEach } from '../support/store-hooks.ts';
import { until } from '../support/until.ts';

let database: ScratchDatabase;
let store: Store;

const makeWebhook = (url: string) =>
  database.run(
    `INSERT INTO webhooks (url, types, secret, status, event_id, created_at)
     VALUES ('${url}', '', 'whsec_AAAA', 'active', 0, 0)`,
  );
const makeDelivery = (webhookId: number, status: string) =>
  database.run(
    `INSERT INTO deliveries (webhook_id, event_id, status, attempts, due_at)
     VALUES (${webhookId}, 4711, '${status}', 0, ${status === 'waiting' ? '0' : 'NULL'})`,
  );

describe.each(engines)('on $name', (engine) => {
  storeForEach(engine, (opened) => {
    ({ database, store } = opened);
  });

  test('a delivery whose event is deleted while it is created is dropped and not sent', async () => {
    const receiver = startReceiver();
    await makeWebhook(receiver.url);
    await makeDelivery(1, 'waiting');
    await Bun.sleep(1);
    const logged: string[] = [];
    const log = createLog((line) => void logged.push(line), 'json', Date.now);
    const dispatcher = new WebhookDispatcher({ store, log, clock: Date.now, reachesPrivateAddresses: true });
    await dispatcher.poll();
    await dispatcher.whenIdle();
    await receiver.stop();
    expect([receiver.received, logged, await findDelivery(store.reader, 1n)]).toEqual([[], [], undefined]);
  });

  test('a webhook that is disabled while one of its deliveries is retried has none that waits forever', async () => {
    const now = BigInt(Date.now());
    const rounds = Array.from({ length: 40 }, (_, index) => BigInt(index + 1));
    for (const id of rounds) {
      await makeWebhook('https://example.org/');
      await makeDelivery(Number(id), 'waiting');
      await makeDelivery(Number(id), 'dead');
    }
    // A write of another program is visible from the next turn on.
    await Bun.sleep(1);
    await Promise.all(
      rounds.map(async (id) => {
        const seen = await findDelivery(store.reader, 2n * id - 1n);
        const claimed = seen && (await store.write(leaseDelivery, { seen, now }));
        if (claimed === undefined) throw new Error('the delivery could not be claimed');
        const retry = { path: { deliveryId: 2n * id }, body: undefined, now, ...caller, idempotency: undefined };
        await Promise.all([
          store.write(recordDeliveryOutcome, { leased: claimed, outcome: { kind: 'gone' }, now }),
          store.write(retryDelivery.command, retry).catch(() => undefined),
        ]);
      }),
    );
    const webhooks = await Promise.all(rounds.map((id) => findWebhook(store.reader, id, now)));
    expect(new Set(webhooks.map((webhook) => webhook?.status))).toEqual(new Set(['disabled']));
    expect(await database.run("SELECT id FROM deliveries WHERE status = 'waiting'")).toEqual([]);
  });

  test('the removal of a webhook runs once, however often background jobs write to it', async () => {
    await makeWebhook('https://example.org/');
    const busy: Command<null, void> = {
      name: 'queue slowly',
      run: async (tx) => {
        await saveWebhookCheckpoint(tx, 1n, 0n);
        await Bun.sleep(5);
      },
    };
    let isRemoved = false;
    let written = 0;
    const background = Array.from({ length: 3 }, async () => {
      // On SQLite the writer thread runs one write after the other anyway.
      while (!isRemoved && engine === postgres) {
        await store.write(busy, null).catch(() => undefined);
        written++;
      }
    });
    if (engine === postgres) await until('background writes', () => written > 3);
    let runs = 0;
    const counted: typeof deleteWebhook.command = {
      ...deleteWebhook.command,
      run: async (tx, call) => {
        runs++;
        try {
          return await deleteWebhook.command.run(tx, call);
        } catch (error) {
          // On a busy machine the others may hold the row for longer than a write waits at first.
          if (failureKind(error) === 'locked') runs--;
          throw error;
        }
      },
    };
    const call = { path: { webhookId: 1n }, body: undefined, now: 0n, ...caller, idempotency: undefined };
    await store.write(counted, call).finally(() => (isRemoved = true));
    await Promise.all(background);
    expect([runs, await database.run('SELECT id FROM webhooks')]).toEqual([engine === postgres ? 1 : 0, []]);
  });
});
