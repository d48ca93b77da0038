import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCommand } from '../../../cli/operator/copy.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { contentOf, copy, unfinishedCopyIn } from '../../support/data/copying.ts';
import { lastEventId, readEvents } from '../../support/data/events.ts';
import { makePng } from '../../support/data/images.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { type Engine, postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { runHere } from '../../support/process/command.ts';
import type { Finished } from '../../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

const names = [
  'Frank',
  "O'Malley",
  'Zoë "the cat"',
  '🐕‍🦺 Rex',
  '犬',
  'a\\b;c:d',
  'x'.repeat(255),
  '%s $1 ? -- \u00a0',
];
const categories = ['1', '0', '-1', '9223372036854775807', '-9223372036854775808', '9007199254740993'];
const statuses = ['available', 'pending', 'sold'];
const animals = Array.from({ length: 24 }, (_, index) => {
  const name = JSON.stringify(names[index % names.length]);
  const status = statuses[index % 3];
  return `{"name":${name},"categoryId":${categories[index % categories.length]},"status":"${status}"}`;
});

const send = (server: TestServer, path: string, body: string, headers: Record<string, string> = {}) =>
  server.fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
const post = (server: TestServer, body: string, headers: Record<string, string> = {}) =>
  send(server, '/v1/pets', body, headers);

const nameCategory = (server: TestServer, id: string) =>
  server.fetch(`/v1/categories/${id}`, {
    method: 'PUT',
    body: `{"name":"Category ${id} “é”"}`,
    headers: { 'Content-Type': 'application/json' },
  });

/** What a client remembers from before the copy. */
interface Memory {
  keys: { reader: string; rotated: string; replaced: string; revoked: string };
  /** The response to the request with the idempotency key `before`. */
  answer: string;
  inventory: string;
  lastEventId: number;
  /** The cursor of the second page, and the content of that page. */
  cursor: string;
  page: string;
  highestId: number;
}

/** Fills a database through a server, as clients do, and stops the server. */
async function fill(database: ScratchDatabase, media: string): Promise<Memory> {
  const env = { PETSTORE_MEDIA_URL: `file:${media}` };
  const memory = await withServer(database, env, async (server) => {
    for (const body of animals) expect((await post(server, body)).status).toBe(201);
    const answer = await (await post(server, animals[3] ?? '', { 'Idempotency-Key': 'before' })).text();
    await server.fetch('/v1/pets/1');
    for (const id of ['-9223372036854775808', '3']) await nameCategory(server, id);
    const first = await server.fetch('/v1/pets?limit=5');
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const page = await (await server.fetch(`/v1/pets?limit=5&cursor=${cursor}`)).text();
    const highestId = (await bodyOf(await post(server, animals[0] ?? ''))).id;
    await send(server, '/v1/store/orders', '{"petId":1}');
    const photo = await server.fetch('/v1/pets/1/photos', {
      method: 'POST',
      headers: { 'Content-Type': 'image/png' },
      body: new Uint8Array(makePng(330, 20, (x, y) => [x & 255, y & 255, 90])),
    });
    expect(photo.status).toBe(201);
    const inventory = await (await server.fetch('/v1/store/inventory?by=category')).text();
    const newest = await lastEventId(server);
    return { keys: await makeKeys(server), answer, inventory, lastEventId: newest, cursor, page, highestId };
  });
  for (const sql of rowsOfRest) await database.run(sql);
  await database.run(`DELETE FROM pets WHERE id > ${memory.highestId - 3}`);
  return memory;
}

/** Rows for the tables that are still empty on at least one engine. */
const rowsOfRest = [
  "UPDATE keys SET origins = 'https://shelter.example http://localhost:5173' WHERE id = 1",
  "INSERT INTO event_marks (name, event_id) VALUES ('another', 4)",
  "INSERT INTO inventory (category_id, status, animals) VALUES (4711, 'sold', 0)",
  `INSERT INTO daily_statistics (day, category_id, added, adopted, returned, removed)
   VALUES (-1, -9223372036854775808, 9223372036854775807, 2, 3, 4)`,
  `INSERT INTO past_stays (pet_id, species, arrived_on, intake_type, outcome_on, outcome_type, ended_at)
   VALUES (-1, 'Käse', -9223372036854775808, 'stray', 3, 'adoption', 7)`,
  'INSERT INTO daily_totals (day, added, adopted, returned, removed) VALUES (-1, 9223372036854775807, 2, 3, 4)',
  "INSERT INTO inventory_totals (status, animals) SELECT 'sold', 0 WHERE NOT EXISTS (SELECT 1 FROM inventory_totals)",
  "INSERT INTO pending_events (type, at, name, category_id) VALUES ('category.updated', 7, 'Hounds “é”', 3)",
  `INSERT INTO webhooks (url, types, secret, status, event_id, created_at)
   VALUES ('https://example.org/é', 'pet.created', 'whsec_AAAA', 'disabled', 3, 7)`,
  "INSERT INTO deliveries (webhook_id, event_id, status, attempts, due_at) VALUES (1, 3, 'dead', 8, 7)",
  "INSERT INTO imports (file_name, row_count, state, created_at, created_by) VALUES ('é.csv', 3, 'undone', 7, 'key:1')",
  `INSERT INTO import_rows (import_id, row_number, result, problem) VALUES (1, 2, 'refused', '{"code":"é"}')`,
  `INSERT INTO import_animals (import_id, pet_id, before, changed_at, photo_id, tag, kept) VALUES (1, 1, '{"é":1}', 7, 1, '"t"', 'changed')`,
  "INSERT INTO import_categories (import_id, category_id, name) VALUES (1, 3, 'Käse')",
  'UPDATE events SET import_id = 1 WHERE id = 3',
  "INSERT INTO pet_notes (pet_id, text, created_at, created_by) VALUES (1, 'Bites “é”', 7, 'key:1')",
  "INSERT INTO pet_note_texts (pet_id, words) VALUES (1, 'bites e')",
  "INSERT INTO pet_texts (pet_id, words) VALUES (1, 'rex friendly')",
  `INSERT INTO pet_profiles (pet_id, description, birth_date, neutered, reference, attributes)
   VALUES (1, 'Shy “at first”', -9223372036854775808, 1, 'A-1', '{"é":"1"}')`,
  "INSERT INTO spellings (field, text, text_key) VALUES ('species', 'Käse', 'käse')",
  "INSERT INTO pet_tags (pet_id, tag) VALUES (1, 'calm'), (1, 'größer')",
  "UPDATE pet_photos SET alternative_text = 'Frank 🐕'",
  `INSERT INTO removed_media (media_key, removed_at) VALUES ('${'ab'.repeat(24)}', 7)`,
  "INSERT INTO people (name, role, email, created_at) VALUES ('Zoë', 'admin', 'zoe@example.org', 7)",
  "INSERT INTO admin_events (type, at, actor, key_id) VALUES ('key.created', 7, 'system', 1)",
  "INSERT INTO sign_in_links (person_id, secret_hash, created_at, expires_at) VALUES (1, 'ab', 7, 8)",
  "UPDATE keys SET person_id = 1, is_trusted = 1 WHERE name = 'gone'",
  "INSERT INTO order_contacts (order_id, name, address) VALUES (1, 'Zoë', 'Elm Street')",
  "INSERT INTO inquiries (pet_id, status, created_at, name, message) VALUES (1, 'open', 4102444800000, 'Zoë', 'Hi')",
  'INSERT INTO webhook_attempts (webhook_id, event_id, at, duration_ms, status) VALUES (1, 3, 6, 12, 500)',
];

async function makeKeys(server: TestServer): Promise<Memory['keys']> {
  const create = async (name: string) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    return await bodyOf<KeyBody>(await send(server, '/v1/keys', JSON.stringify({ name, role: 'reader', expiresAt })));
  };
  const [reader, replaced, revoked] = [await create('reader'), await create('turn “it”'), await create('gone')];
  const rotated = await bodyOf<KeyBody>(await send(server, `/v1/keys/${replaced.id}/rotate`, '{"graceSeconds":3600}'));
  expect((await server.fetch(`/v1/keys/${revoked.id}`, { method: 'DELETE' })).ok).toBe(true);
  return { reader: reader.secret, rotated: rotated.secret, replaced: replaced.secret, revoked: revoked.secret };
}

const routes: [name: string, path: Engine[]][] = [
  ['SQLite to PostgreSQL and to another database there', [sqlite, postgres, postgres]],
  ['PostgreSQL to a file and to another file', [postgres, sqlite, sqlite]],
];

describe.each(routes)('from %s', (_, path) => {
  let databases: ScratchDatabase[];
  let memory: Memory;
  let before: Record<string, unknown[][]>;
  let finished: Finished[];
  let media: ScratchFolder;
  const mediaAt = (index: number) => join(media.path, String(index));
  const last = () => databases.at(-1) ?? expect.unreachable();

  beforeAll(async () => {
    databases = await Promise.all(path.map((engine) => engine.makeDatabase()));
    media = makeScratchFolder();
    memory = await fill(databases[0] ?? expect.unreachable(), mediaAt(0));
    before = await contentOf(databases[0] ?? expect.unreachable());
    finished = [];
    for (const [index, target] of databases.slice(1).entries()) {
      const flags = ['--from-media', `file:${mediaAt(index)}`, '--to-media', `file:${mediaAt(index + 1)}`];
      finished.push(await copy(databases[index] ?? expect.unreachable(), target, flags));
    }
  });
  afterAll(async () => {
    media.remove();
    await Promise.all(databases.map((database) => database.remove()));
  });

  test('everything is copied, and the source is unchanged', async () => {
    expect(finished.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(finished.map(() => [0, '']));
    for (const database of databases) expect(await contentOf(database)).toEqual(before);
    for (const [name, table] of Object.entries(before)) expect([name, table.length > 0]).toEqual([name, true]);
    expect(await unfinishedCopyIn(last())).toBeUndefined();
    const ids = databases.map((database) => database.run("SELECT count(*) FROM settings WHERE name = 'database_id'"));
    expect((await Promise.all(ids)).flat(2).map(Number)).toEqual(
      databases.map((_database, index) => (index === 0 ? 1 : 0)),
    );
  });

  test('every copy has the files of the photos', () => {
    const contents = databases.map((_database, index) => {
      const files = [...new Bun.Glob('*/**').scanSync(mediaAt(index))].sort();
      return files.map((file) => [file, Bun.SHA256.hash(readFileSync(join(mediaAt(index), file)), 'hex')]);
    });
    expect(contents[0]).toHaveLength(4);
    for (const content of contents) expect(content).toEqual(contents[0] ?? []);
    expect(finished.map(({ stdout }) => /: (\d+) in all, (\d+) copied$/m.exec(stdout)?.slice(1))).toEqual(
      finished.map(() => ['1', '1']),
    );
  });

  test('the output gives the rows of each table, one checksum for both sides, and never a password', () => {
    for (const { stdout } of finished) {
      for (const [table, rows] of Object.entries(before)) {
        expect(stdout).toMatch(new RegExp(`^${table} +${rows.length} rows  sha256 [0-9a-f]{64}$`, 'm'));
      }
      expect(stdout).toMatch(/^copied {4}[0-9]+ rows in [0-9.]+ s, [0-9]+ rows\/s$/m);
      expect(stdout).toMatch(/ is now a complete copy of /);
      expect(stdout).not.toMatch(/\/\/[^/@\s]+:[^/@\s]*@/);
    }
  });

  describe('a server on the copy', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer({ database: last() });
    });
    afterAll(() => server.stop());

    const statusWith = async (secret: string) =>
      (await server.fetch('/v1/pets', { headers: { Authorization: `Bearer ${secret}` } })).status;

    test('knows the earlier keys, each in its previous state', async () => {
      const { reader, rotated, replaced, revoked } = memory.keys;
      expect(await Promise.all([adminKey, reader, rotated, replaced, revoked].map(statusWith))).toEqual([
        200, 200, 200, 200, 401,
      ]);
    });

    test('accepts a cursor from before the copy', async () => {
      const page = await server.fetch(`/v1/pets?limit=5&cursor=${memory.cursor}`);
      expect([page.status, await page.text()]).toEqual([200, memory.page]);
    });

    test('replays the response to a request from before the copy, and adds nothing', async () => {
      const replay = await post(server, animals[3] ?? '', { 'Idempotency-Key': 'before' });
      expect([replay.headers.get('Idempotency-Replayed'), await replay.text()]).toEqual(['true', memory.answer]);
    });

    test('keeps the inventory, and lists events that were pending and new ones after the others', async () => {
      const get = (path: string) => server.fetch(path);
      expect(await (await get('/v1/store/inventory?by=category')).text()).toBe(memory.inventory);
      const behind = await readEvents(get, memory.lastEventId, 1);
      await post(server, animals[0] ?? '');
      behind.push(...(await readEvents(get, memory.lastEventId + 1, 1)));
      expect(behind).toMatchObject([
        { id: memory.lastEventId + 1, type: 'category.updated', category: { id: 3, name: 'Hounds “é”' } },
        { id: memory.lastEventId + 2, type: 'pet.created' },
      ]);
    });

    test('never reuses an id, not even that of a removed animal', async () => {
      const made = await post(server, animals[0] ?? '');
      expect((await bodyOf(made)).id).toBeGreaterThan(memory.highestId);
      const key = await bodyOf<KeyBody>(await send(server, '/v1/keys', '{"name":"x","role":"reader"}'));
      expect(key.id).toBeGreaterThan(before['keys']?.length ?? 0);
    });
  });
});

test.each([
  ['SQLite', sqlite, postgres],
  ['PostgreSQL', postgres, sqlite],
])('ids that %s has assigned are not reused when no row has them any more', async (_, from, to) => {
  const [source, target] = [await from.makeDatabase(), await to.makeDatabase()];
  const add = async (database: ScratchDatabase) =>
    (await database.run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold') RETURNING id")).map(
      ([id]) => Number(id),
    );
  await migrateStore(source.url);
  for (const id of [1, 2, 3]) expect(await add(source)).toEqual([id]);
  await source.run('DELETE FROM pets');
  expect(await runHere(copyCommand(), ['--from', source.url, '--to', target.url])).toMatchObject({ exitCode: 0 });
  expect(await add(target)).toEqual([4]);
  await Promise.all([source.remove(), target.remove()]);
});

async function withServer<Result>(
  database: ScratchDatabase,
  env: Record<string, string>,
  work: (server: TestServer) => Promise<Result>,
) {
  const server = await startServer({ database, env });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
