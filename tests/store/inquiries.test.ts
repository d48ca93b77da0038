import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { peopleDataCommand } from '../../cli/operator/people-data.ts';
import { startRetention } from '../../src/catalogue/retention.ts';
import { expiryOf } from '../../src/homes/inquiries/model.ts';
import { countExpiredInquiries } from '../../src/homes/inquiries/sql.ts';
import { sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { createLog } from '../../src/lib/log.ts';
import { compactFile, copyFile } from '../../src/store/sqlite/backup.ts';
import { tables } from '../../src/store/tables.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startSending } from '../support/data/webhook-sending.ts';
import { type Engine, engines, type ScratchDatabase } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { readPages } from '../support/http/pages.ts';
import { runHere } from '../support/process/command.ts';
import { until } from '../support/until.ts';

const dayMs = 24 * 60 * 60 * 1_000;

let service: TestApp;
let database: ScratchDatabase;

/** Long enough for pages of its own. Words that are nowhere else. */
const secretOf = (name: string) => `Secret-${name} `.repeat(130).trim();

async function add(name: string, email = 'secret@example.org'): Promise<number> {
  const body = { petId: 1, name: `Secret-${name}`, email, message: secretOf(name) };
  const response = await service.send('POST', '/v1/inquiries', body);
  expect(response.status).toBe(201);
  return (await bodyOf<{ id: number }>(response)).id;
}

/** Copies all of a write-ahead log into its file, which waits only for a moment for other readers and writers. */
async function checkpoint(): Promise<void> {
  const { file } = service.store;
  if (file !== undefined) await until('a checkpoint', () => file.checkpoint());
}

const count = async (sql: string) => Number((await database.run(`SELECT count(*) FROM ${sql}`))[0]?.[0]);

/** An export names nobody but its person. */
function withoutNameOfKey(_: string, value: unknown): unknown {
  return value === 'test' ? undefined : value;
}

/** Where some bytes are: files of the database, and a new backup. */
async function filesWith(text: string): Promise<string[]> {
  const path = sqlitePath(database.url);
  if (path === undefined) {
    const found = await database.run(
      `SELECT CAST(relname AS TEXT) FROM pg_class WHERE pg_relation_filepath(oid) LIKE 'base/%'
         AND position(convert_to('${text}', 'UTF8') IN pg_read_binary_file(pg_relation_filepath(oid))) > 0 ORDER BY 1`,
    );
    return found.flat().map(String);
  }
  const backup = `${path}.${crypto.randomUUID()}`;
  copyFile(path, backup);
  return [path, `${path}-wal`, backup].filter((file) => existsSync(file) && readFileSync(file).includes(text));
}

/** Erases what is older than 30 days, until this is true. */
async function retain(isDone: () => Promise<boolean>): Promise<void> {
  const log = createLog((line) => void service.logged.push(line), 'plain', Date.now);
  const days = { eventsDays: 365, inquiriesDays: 30, adminEventsDays: 730 };
  const job = startRetention({ store: service.store, log, clock: Date.now, ...days });
  await until('the retention to have run', isDone);
  await job.stop();
  expect(service.logged).toEqual([]);
}

describe.each(engines)('on $name', (engine: Engine) => {
  beforeEach(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine, { writesInline: false });
    database = service.database;
    await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
  });
  afterEach(() => service.close());

  test('inquiries are erased after the set number of days, open or closed, and each has its event, in their order', async () => {
    service.now = Date.now() - 31 * dayMs;
    const old: number[] = [];
    // All at once would wait for each other, on a busy machine for too long.
    while (old.length < 150)
      old.push(...(await Promise.all(Array.from({ length: 25 }, (_, index) => add(`old${old.length + index}`)))));
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

  test('of somebody whose data are erased nothing is left: in responses, tables, files, logs, webhooks and new backups', async () => {
    const sending = startSending(service);
    await sending.subscribe();
    const word = () => `Q${crypto.randomUUID().replaceAll('-', '')}`;
    const digits = String(Math.random()).slice(2, 12);
    const phone = `+1 (${digits.slice(0, 3)}) ${digits.slice(3)}`;
    const her = { name: word(), email: `${word()}@Example.org`, phone, message: word() };
    const [note, address] = [word(), word()];
    const words = [...Object.values(her), note, address];
    const send = async (path: string, body: object, method = 'POST', key = path) => {
      const response = await service.send(method, path, body, method === 'POST' ? { 'Idempotency-Key': key } : {});
      return { status: response.status, text: await response.text() };
    };
    const pets = [await sending.addPet('Bella'), await sending.addPet('Luna'), await sending.addPet('Max')];
    const [bella, luna, max] = pets.map(({ id }) => id);
    await add('kept', 'kept@example.org');
    const contact = { name: her.name, email: her.email, phone, address };
    const byPhone = { petId: max, contact: { name: her.name, phone: phone.replaceAll(' ', '') } };
    const sends = () =>
      Promise.all([
        send('/v1/inquiries', { petId: bella, ...her }),
        send('/v1/store/orders', { petId: luna, contact }),
        send('/v1/store/orders', byPhone, 'POST', 'by-phone'),
      ]);
    expect((await sends()).map(({ status }) => status)).toEqual([201, 201, 201]);
    const inquiries = async () => await bodyOf<{ id: number }[]>(await service.fetch('/v1/inquiries'));
    const path = `/v1/inquiries/${(await inquiries())[1]?.id}`;
    await send(path, { note }, 'PATCH');
    expect((await send(`${path}/order`, {})).status).toBe(201);
    const written = `Call ${her.email.toLowerCase()} or ${phone}: ${word()}`;
    words.push(...written.split(' ').slice(-1));
    expect((await send(`/v1/pets/${bella}/notes`, { text: written })).status).toBe(201);
    const told = (await (await service.fetch('/v1/notes')).json()) as { id: number }[];
    const [kept, inquiry] = await inquiries();
    const orders = await bodyOf<{ id: number }[]>(await service.fetch('/v1/store/orders'));
    expect(orders).toHaveLength(3);
    if (engine.name === 'PostgreSQL') await database.run('ANALYZE');

    const personal = (...args: string[]) => runHere(peopleDataCommand(), args, { DATABASE_URL: database.url });
    const subject = ['--email', her.email.toUpperCase(), '--phone', `1.${digits}`];
    const { stdout: exported } = await personal('export', ...subject);
    expect(words.filter((one) => !exported.includes(one))).toEqual([]);
    const shown = JSON.parse(
      JSON.stringify({ inquiries: [inquiry], orders, notes: told, people: [] }),
      withoutNameOfKey,
    );
    expect(JSON.parse(exported)).toEqual(shown);
    expect(exported).not.toContain('Secret-kept');
    await checkpoint();
    if (engine.name === 'PostgreSQL') await database.run('CHECKPOINT');
    expect(await filesWith(her.name)).not.toEqual([]);

    const unasked = await personal('erase', ...subject);
    expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('Nothing was erased')]);
    const { exitCode, stdout } = await personal('erase', ...subject, '--yes');
    const numbers = orders.map(({ id }) => id).join(', ');
    expect([exitCode, stdout]).toEqual([
      0,
      `erased inquiries ${inquiry?.id} and contacts of orders ${numbers} and notes on animals ${told[0]?.id}\n`,
    ]);
    expect((await personal('erase', ...subject, '--yes')).stdout).toBe('There is nothing to erase.\n');

    await service.untilSettled();
    await sending.dispatcher.poll();
    await sending.dispatcher.whenIdle();
    const events = await readPages<{ type: string }>(service.fetch, '/v1/events?limit=100');
    const lists = ['/v1/notes', '/v1/inquiries', '/v1/store/orders', '/v1/audit-events', '/v1/webhook-deliveries'];
    const all = [
      ...(await Promise.all(lists.map(async (list) => await (await service.fetch(list)).text()))),
      ...(await sends()).map(({ text }) => text),
      JSON.stringify([events, sending.receiver.received, service.logged]),
    ];
    for (const { name } of tables()) all.push((await database.run(`SELECT * FROM ${name}`)).flat().join('\n'));
    expect(sending.receiver.received).toHaveLength(events.length - 1);
    expect(events.map(({ type }) => type)).toContain('inquiry.deleted');
    expect(await inquiries()).toEqual([kept ?? { id: 0 }]);
    await checkpoint();
    for (const one of words) expect(all.filter((text) => text.includes(one))).toEqual([]);
    const findFiles = async () => {
      if (engine.name === 'PostgreSQL') {
        for (const work of [
          'VACUUM FULL inquiries',
          'VACUUM FULL order_contacts',
          'VACUUM FULL pet_notes',
          'VACUUM FULL pet_note_texts',
          'CHECKPOINT',
        ])
          await database.run(work);
      }
      return (await Promise.all(words.map(filesWith))).flat();
    };
    // What a transaction in progress could still see stays until it has ended.
    await until('the files to have nothing of her', findFiles, (found) => found.length === 0);
    await sending.end();
  });

  test('an inquiry that was under review is kept from its end on, or for a year after its last change', async () => {
    const change = async (id: number, stage: string) => {
      expect((await service.send('PATCH', `/v1/inquiries/${id}`, { stage })).status).toBe(200);
    };
    const at = async (days: number, act: () => Promise<unknown>) => {
      service.now = Date.now() - days * dayMs;
      await act();
    };
    service.now = Date.now() - 400 * dayMs;
    const added = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => add(name)));
    const [forgotten, reviewing, endedLate, endedEarly, back, declinedAtOnce] = added;
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
    await checkpoint();
    expect(hasText('Secret-old')).toBe(true);
    await retain(async () => !hasText('Secret-old'));
    expect(await count('inquiries')).toBe(1);
    expect([hasText('Secret-kept'), hasText('Secret-old')]).toEqual([true, false]);
    await service.fetch(`/v1/inquiries/${kept}`, { method: 'DELETE' });
    await checkpoint();
    expect(hasText('Secret-kept')).toBe(false);
  });

  // A second copy would stay when the inquiry is erased.
  test.if(engine.name === 'SQLite')('a backup and a compacted file have each inquiry once', async () => {
    const path = sqlitePath(database.url) ?? '';
    for (let index = 0; index < 150; index++) {
      const message = 'x'.repeat(1 + ((index * 409) % 1_500));
      const body = { petId: 1, name: 'Ada', email: `n${index}@example.org`, message };
      expect((await service.send('POST', '/v1/inquiries', body)).status).toBe(201);
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
