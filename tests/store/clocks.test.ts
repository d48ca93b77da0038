import { describe, expect, test } from 'bun:test';
import { revokeKeyByOperator } from '../../src/access/keys/rules.ts';
import { findKeys } from '../../src/access/keys/sql.ts';
import { startRetention } from '../../src/catalogue/retention.ts';
import { createLog } from '../../src/lib/log.ts';
import { examineClock, isClockSuspect } from '../../src/record/clock.ts';
import { requireUsableClock, startServiceClock } from '../../src/server/clock.ts';
import { statement } from '../../src/store/statement.ts';
import type { Store } from '../../src/store/store.ts';
import { startApp } from '../support/app.ts';
import { engines, postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { storeForEach } from '../support/store-hooks.ts';
import { until } from '../support/until.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

test('a revoked key stays rejected when the clock is set back', async () => {
  let ticks = 0;
  const service = await startApp({ monotonicClock: () => ticks }, postgres);
  const secret = await service.makeKey('reader');
  const open = async () => (await service.fetch('/v1/pets', { headers: { Authorization: `Bearer ${secret}` } })).status;
  expect(await open()).toBe(200);
  const [key] = (await findKeys(service.store.reader)).filter(({ grants }) => grants === 'reader');
  await service.store.write(revokeKeyByOperator, { id: key?.id ?? 0n, now: BigInt(service.now) });
  service.now -= 3 * dayMs;
  expect(await open()).toBe(200);
  ticks += 500;
  expect(await open()).toBe(401);
  await service.close();
});

describe.each(engines)('on $name', (engine) => {
  let database: ScratchDatabase;
  let store: Store;
  let logged: string[];
  storeForEach(engine, (opened) => {
    ({ database, store } = opened);
    logged = [];
  });

  /** Fills the database with an event and a stored response of each of these ages in milliseconds. */
  async function fill(...ages: number[]): Promise<void> {
    for (const [index, age] of ages.entries()) {
      const at = Date.now() - age;
      await database.run(`INSERT INTO events (id, type, at) VALUES (${index + 1}, 'category.updated', ${at})`);
      await database.run(
        `INSERT INTO idempotency_records (key_id, idempotency_key, fingerprint, status, location, body, created_at)
         VALUES (1, 'key ${index}', '', 200, NULL, '', ${at})`,
      );
    }
  }

  const count = async (table: string) => Number((await database.run(`SELECT count(*) FROM ${table}`))[0]?.[0]);
  const counts = async () => [await count('events'), await count('idempotency_records')];

  /** Runs the retention with a clock that is this far ahead, until it has done its work. */
  async function retain(aheadMs: number, isDone: () => boolean | Promise<boolean>): Promise<void> {
    const log = createLog((line) => void logged.push(line), 'plain', Date.now);
    store.refresh();
    const job = startRetention({
      store,
      log,
      eventsDays: 90,
      inquiriesDays: 90,
      adminEventsDays: 730,
      clock: () => Date.now() + aheadMs,
    });
    await until('the retention to have run', isDone);
    await job.stop();
  }
  const hasWarned = () => logged.length > 0;

  test('expired data is deleted when the clock is right', async () => {
    await fill(100 * dayMs, 2 * dayMs, minuteMs);
    await retain(0, async () => (await counts()).join() === '2,1');
    expect(logged).toEqual([]);
  });

  test('a clock that is 100 days ahead deletes nothing at first, and logs why', async () => {
    await fill(2 * dayMs, minuteMs);
    await retain(100 * dayMs, hasWarned);
    expect(await counts()).toEqual([2, 2]);
    expect(logged).toEqual([expect.stringContaining('the clock may be wrong')]);
  });

  test('the clock of a file, which has no other clock, is doubted after a day without the service, not without events', async () => {
    await fill(25 * hourMs);
    const look = async (aheadMs: number) => {
      store.refresh();
      return await examineClock(store, Date.now() + aheadMs);
    };
    const { doubt } = await look(0);
    if (engine === sqlite) expect(doubt).toContain('the service was last at work 1 day ago;');
    else expect(doubt).toBeUndefined();
    if (engine !== sqlite) return;
    expect((await look(hourMs)).doubt).toBeUndefined();
    for (const hours of [24, 47]) expect(await look(hours * hourMs)).toEqual({ doubt: undefined, isProven: true });
  });

  test('a clock that is 200 days ahead erases inquiries only after a day, whatever happens meanwhile', async () => {
    await fill(2 * dayMs, minuteMs);
    await database.run(
      `INSERT INTO inquiries (pet_id, name, email, message, status, created_at)
       VALUES (1, 'Ada', 'a@b.test', 'Hello', 'open', ${Date.now()})`,
    );
    const aheadMs = 200 * dayMs;
    const left = async () => [...(await counts()), await count('inquiries')];
    const suspect = () => isClockSuspect(store, Date.now() + aheadMs);
    await retain(aheadMs, hasWarned);
    expect(await left()).toEqual([2, 2, 1]);
    // On PostgreSQL, whose clock is right, it never erases anything.
    expect(await suspect()).toBe(true);
    if (engine !== sqlite) return;
    // A restart, after an event that the wrong clock has dated.
    await database.run(
      `INSERT INTO events (id, type, at) VALUES (3, 'category.updated', ${Date.now() + aheadMs + minuteMs / 2})`,
    );
    logged.length = 0;
    await retain(aheadMs + minuteMs, hasWarned);
    expect(await left()).toEqual([3, 2, 1]);
    await retain(aheadMs + hourMs, async () => (await counts()).join() === '1,0');
    expect([await left(), await suspect()]).toEqual([[1, 0, 1], true]);
    store.refresh();
    expect((await examineClock(store, Date.now() + aheadMs + 23 * hourMs)).isProven).toBe(false);
    await retain(aheadMs + 25 * hourMs, async () => (await count('inquiries')) === 0);
  });

  test('a clock that is two minutes behind the newest event deletes nothing', async () => {
    await fill(100 * dayMs, 0);
    await retain(-2 * minuteMs, hasWarned);
    expect(await counts()).toEqual([2, 2]);
    expect(logged).toEqual([expect.stringMatching(/clock is (?:1[0-9]{2} s|2 minutes) behind/)]);
  });

  test('a delivery postponed by a clock that was ahead is due when the clock is right, and no other one is brought forward', async () => {
    await database.run(
      `INSERT INTO webhooks (url, types, secret, status, event_id, created_at) VALUES ('https://a.test', '', 's', 'active', 0, 0)`,
    );
    const now = Date.now();
    const due = [
      [1, 25 * hourMs],
      [1, 4_000],
      [7, 20 * hourMs],
      [3, hourMs],
    ] as const;
    for (const [attempts, inMs] of due) {
      await database.run(
        `INSERT INTO deliveries (webhook_id, event_id, status, attempts, due_at)
         VALUES (1, 1, 'waiting', ${attempts}, ${now + inMs})`,
      );
    }
    const broughtForward = async () => {
      const dueAt = (await database.run('SELECT due_at FROM deliveries ORDER BY id')).map(([at]) => Number(at));
      return due.flatMap(([, inMs], index) => {
        const at = dueAt[index] ?? 0;
        return at < now + inMs ? [{ id: index + 1, isDue: at <= Date.now() }] : [];
      });
    };
    await retain(0, async () => (await broughtForward()).length === 2);
    expect(await broughtForward()).toEqual([
      { id: 1, isDue: true },
      { id: 4, isDue: true },
    ]);
    expect(logged).toEqual([]);
  });

  test('the clock of the service does not jump with the system clock', async () => {
    const log = createLog((line) => void logged.push(line), 'plain', Date.now);
    let aheadMs = 0;
    const clock = await startServiceClock(store, log, { intervalMs: 2, machine: () => Date.now() + aheadMs });
    aheadMs = 25 * hourMs;
    if (engine === sqlite) await until('the jump to be noticed', hasWarned);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(minuteMs);
    await clock.stop();
    expect(logged).toEqual(engine === sqlite ? [expect.stringContaining('the clock has jumped')] : []);
  });

  if (engine === postgres) {
    test('a clock of the database that was set wrong is doubted, although the service follows it', async () => {
      const now = Date.now() + 100 * dayMs;
      const wrong = { ...store, clock: statement<readonly [bigint]>(`SELECT CAST(${now} AS BIGINT)`) };
      const { doubt, isProven } = await examineClock(wrong, now);
      expect(doubt).toMatch(/^this machine's clock is .* behind the database's$/);
      expect([isProven, await isClockSuspect(wrong, now)]).toEqual([false, true]);
    });

    test('a clock of the service that followed a wrong one, which was set right, is doubted by its name', async () => {
      // So much more that it is still ahead by 100 days when a busy machine asks the database.
      const now = Date.now() + 100 * dayMs + 10 * minuteMs;
      const { doubt, isProven } = await examineClock(store, now);
      expect(doubt).toMatch(/^the service's clock is 100 days ahead of the database's; restart the service$/);
      expect([isProven, await isClockSuspect(store, now)]).toEqual([false, true]);
      expect(await isClockSuspect(store, Date.now())).toBe(false);
    });
  }

  test('a start fails only when the clock is far from the database’s', async () => {
    await requireUsableClock(store, Date.now() + 30 * minuteMs);
    const far = () => requireUsableClock(store, Date.now() - 2 * hourMs);
    if (engine === sqlite) await far();
    if (engine === postgres) expect(far()).rejects.toThrow(/clock is 2 hours behind the database's; set the clock/);
  });
});
