import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { expiryOf } from '../../src/catalogue/inquiries/model.ts';
import { countExpiredInquiries } from '../../src/catalogue/inquiries/sql.ts';
import { createLog } from '../../src/lib/log.ts';
import { startRetention } from '../../src/server/retention.ts';
import { sqlitePath } from '../../src/store/open-store.ts';
import { compactFile, copyFile } from '../../src/store/sqlite/backup.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type Engine, engines, type ScratchDatabase } from '../support/engines.ts';
import { until } from '../support/until.ts';

const dayMs = 24 * 60 * 60 * 1_000;

let service: TestApp;
let database: ScratchDatabase;

/** Long enough for pages of its own. Words that are nowhere else. */
const secretOf = (name: string) => `Secret-${name} `.repeat(130).trim();

async function add(name: string, email = 'secret@example.org'): Promise<number> {
  const body = JSON.stringify({ petId: 1, name: `Secret-${name}`, email, message: secretOf(name) });
  const response = await service.post('/v1/inquiries', body);
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: number }).id;
}

const count = async (sql: string) => Number((await database.run(`SELECT count(*) FROM ${sql}`))[0]?.[0]);

/** Erases what is older than 30 days, until this is true. */
async function retain(isDone: () => Promise<boolean>): Promise<void> {
  const log = createLog((line) => void service.logged.push(line), 'plain', Date.now);
  const job = startRetention({ store: service.store, log, eventsDays: 365, inquiriesDays: 30, adminEventsDays: 730 });
  await until('the retention to have run', isDone);
  await job.stop();
  expect(service.logged).toEqual([]);
}

describe.each(engines)('on $name', (engine: Engine) => {
  beforeEach(async () => {
    service = await startApp({}, engine, { writesInline: false });
    database = service.database;
    await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
  });
  afterEach(() => service.close());

  test('inquiries are erased after the set number of days, open or closed, and each has its event, in their order', async () => {
    service.now = Date.now() - 31 * dayMs;
    const old = await Promise.all(Array.from({ length: 150 }, (_, index) => add(`old${index}`)));
    for (const id of old.slice(0, 10)) await service.post(`/v1/inquiries/${id}/close`, '');
    service.now = Date.now() - 29 * dayMs;
    const kept = await add('kept');
    service.now = Date.now();
    // By its event the clock is trusted.
    await service.post('/v1/pets', '{"name":"Rex","categoryId":3}');
    await retain(async () => (await count('inquiries')) <= 1);
    await service.untilSettled();
    expect(await database.run('SELECT id FROM inquiries')).toEqual([[BigInt(kept)]]);
    const erased = await database.run("SELECT inquiry_id FROM events WHERE type = 'inquiry.deleted' ORDER BY id");
    expect(erased.map(([id]) => Number(id))).toEqual(old.toSorted((one, other) => one - other));
  });

  test('an inquiry that was under review is kept from its end on, or for a year after its last change', async () => {
    const change = async (id: number, stage: string) => {
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      const init = { method: 'PATCH', body: JSON.stringify({ stage }), headers };
      expect((await service.fetch(`/v1/inquiries/${id}`, init)).status).toBe(200);
    };
    const at = async (days: number, act: () => Promise<unknown>) => {
      service.now = Date.now() - days * dayMs;
      await act();
    };
    const [forgotten, reviewing, endedLate, endedEarly, back, declinedAtOnce] = await (async () => {
      service.now = Date.now() - 400 * dayMs;
      return await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => add(name)));
    })();
    await at(370, async () => {
      for (const id of [forgotten, reviewing, endedLate, endedEarly, back]) await change(id ?? 0, 'reviewing');
    });
    await at(360, () => change(reviewing ?? 0, 'approved'));
    await at(31, () => change(endedEarly ?? 0, 'declined'));
    await at(29, () => change(endedLate ?? 0, 'withdrawn'));
    await at(2, () => change(back ?? 0, 'new'));
    await at(1, () => change(declinedAtOnce ?? 0, 'declined'));
    service.now = Date.now();
    await service.post('/v1/pets', '{"name":"Rex","categoryId":3}');
    const overdue = () => countExpiredInquiries(service.store.reader, expiryOf(Date.now(), 30));
    expect(await overdue()).toBe(4n);
    await retain(async () => (await overdue()) === 0n);
    const kept = await database.run('SELECT id FROM inquiries ORDER BY id');
    expect(kept.map(([id]) => Number(id))).toEqual([reviewing ?? 0, endedLate ?? 0].toSorted((a, b) => a - b));
  });

  test.if(engine.name === 'SQLite')('an erased inquiry is overwritten in the file and in its log', async () => {
    const path = sqlitePath(database.url) ?? '';
    const files = [path, `${path}-wal`];
    const hasText = (text: string) => files.some((file) => existsSync(file) && readFileSync(file).includes(text));
    service.now = Date.now() - 31 * dayMs;
    const old = [];
    for (let index = 0; index < 40; index++) old.push(await add(`old${index}`));
    service.now = Date.now();
    const kept = await add('kept');
    // Changes that move rows, and rows between others.
    for (const id of old.slice(5, 15)) await service.post(`/v1/inquiries/${id}/close`, '');
    for (const id of old.slice(10, 30)) await service.fetch(`/v1/inquiries/${id}`, { method: 'DELETE' });
    expect([await service.store.file?.checkpoint(), hasText('Secret-old')]).toEqual([true, true]);
    await retain(async () => !hasText('Secret-old'));
    expect(await count('inquiries')).toBe(1);
    expect([hasText('Secret-kept'), hasText('Secret-old')]).toEqual([true, false]);
    await service.fetch(`/v1/inquiries/${kept}`, { method: 'DELETE' });
    await service.store.file?.checkpoint();
    expect(hasText('Secret-kept')).toBe(false);
  });

  // A second copy would stay when the inquiry is erased.
  test.if(engine.name === 'SQLite')('a backup and a compacted file have each inquiry once', async () => {
    const path = sqlitePath(database.url) ?? '';
    for (let index = 0; index < 150; index++) {
      const body = {
        petId: 1,
        name: 'Ada',
        email: `n${index}@example.org`,
        message: 'x'.repeat(1 + ((index * 409) % 1_500)),
      };
      expect((await service.post('/v1/inquiries', JSON.stringify(body))).status).toBe(201);
    }
    const once = Array.from({ length: 150 }, (_, index) => `n${index}@`).toSorted();
    const found = (file: string) =>
      readFileSync(file, 'latin1')
        .match(/n\d+@(?=example)/g)
        ?.toSorted();
    const copy = `${path}.copy`;
    copyFile(path, copy);
    expect(found(copy)).toEqual(once);
    compactFile(copy);
    expect(found(copy)).toEqual(once);
  });
});
