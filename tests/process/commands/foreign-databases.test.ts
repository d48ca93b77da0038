import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../cli/operator/backup.ts';
import { checkCommand } from '../../../cli/operator/check.ts';
import { copyCommand } from '../../../cli/operator/copy.ts';
import { restoreCommand } from '../../../cli/operator/restore.ts';
import { findWrongMediaKeys } from '../../../src/catalogue/check-sql.ts';
import { restore } from '../../../src/operator/backup/backup.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { schemaVersion } from '../../../src/store/schema.ts';
import { loadReleased } from '../../support/data/released-data.ts';
import { engines, postgres, runOnFile, sqlite } from '../../support/engines.ts';
import { openStore } from '../../support/open-store.ts';
import { runHere } from '../../support/process/command.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

/** Databases that somebody else has made, or changed, are refused before anything in them has run. */
let folder: ScratchFolder;
let made = 0;
const at = (name: string) => join(folder.path, name);
beforeAll(async () => {
  folder = makeScratchFolder();
  await (await openStore(`sqlite:${at('own.db')}`)).close();
});
afterAll(() => folder.remove());

/** A database of this release with changes. */
function change(...statements: string[]): string {
  const path = at(`changed-${++made}.db`);
  copyFileSync(at('own.db'), path);
  const db = new Database(path);
  for (const sql of ['PRAGMA journal_mode = DELETE', ...statements]) db.run(sql);
  db.close();
  return path;
}

/** What the commands that read a file say about it. */
async function refusals(path: string): Promise<string[]> {
  const url = `sqlite:${path}`;
  const target = at(`target-${made}.db`);
  const finished = [
    await runHere(restoreCommand(), [path, '--database-url', `sqlite:${target}`]),
    await runHere(copyCommand(), ['--from', url, '--to', `sqlite:${target}`]),
    await runHere(backupCommand(), [`${path}.backup`, '--database-url', url]),
    await runHere(checkCommand(), ['--database-url', url]),
  ];
  expect(finished.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1]);
  expect([target, `${path}.backup`].map((file) => existsSync(file))).toEqual([false, false]);
  return finished.map(({ stdout, stderr }) => stdout + stderr);
}

const opens = (path: string) => openStore(`sqlite:${path}`).then((store) => store.close());
const undoing = 'AFTER UPDATE OF revoked_at ON keys BEGIN UPDATE keys SET revoked_at = NULL WHERE id = new.id; END';

const trigger = `CREATE TRIGGER back ${undoing}`;

test('a file with a trigger is used by no command and no service', async () => {
  const path = change(trigger);
  for (const said of await refusals(path))
    expect(said).toContain('not as petstore makes it: trigger "back" is unknown;');
  await expect(opens(path)).rejects.toThrow('trigger "back" is unknown');
});

test.each([
  ['a trigger in other words', [`CREATE/**/TRIGGER "\u001b[2J" ${undoing}`], 'trigger "\\u{1b}[2J" is unknown'],
  ['a view', ['CREATE VIEW all_keys AS SELECT * FROM keys'], 'view "all_keys" is unknown'],
  [
    'a trigger of ours with another body',
    ['DROP TRIGGER pets_indexed_delete', `CREATE TRIGGER pets_indexed_delete ${undoing}`],
    'trigger "pets_indexed_delete" is ',
  ],
])('nor is one with %s', async (_, statements, fault) => {
  const path = change(...statements);
  await expect(restore(path, at('target.db'))).rejects.toThrow(fault);
  await expect(opens(path)).rejects.toThrow(fault);
});

test('a file with an index is neither restored nor copied nor backed up, and a check reports it', async () => {
  const path = change('CREATE UNIQUE INDEX once ON keys (revoked_at)');
  for (const said of await refusals(path)) expect(said).toContain('index "once" is unknown');
  await opens(path);
});

test.each([
  ['a table', 'CREATE TABLE theirs (id REFERENCES webhooks (id))', 'table "theirs" is unknown'],
  ['a computed column', 'ALTER TABLE keys ADD COLUMN loud TEXT AS (upper(name))', 'table "keys" is changed'],
  ['an index less', 'DROP INDEX open_orders', 'index "open_orders" is missing'],
])('nor is one with %s', async (_, sql, fault) => {
  const path = change(sql);
  await expect(restore(path, at('target.db'))).rejects.toThrow(fault);
  await opens(path);
});

test('the tables of ANALYZE and Litestream are no obstacle', async () => {
  const path = change(
    'ANALYZE',
    'CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);',
    'CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);',
  );
  expect(runOnFile(path, "SELECT name FROM sqlite_master WHERE name = 'sqlite_stat1'")).toHaveLength(1);
  expect(await restore(path, at('with-others.db'))).toMatchObject({ animals: 0n });
});

test.each(['1.0.0', '1.1.0'])(
  'a backup at %s is restored, and refused if something was added to its schema',
  async (release) => {
    const { database } = await loadReleased(release, sqlite);
    const path = database.url.slice('sqlite:'.length);
    expect(await restore(path, at(`${release}.db`))).toMatchObject({ animals: BigInt(release === '1.0.0' ? 24 : 23) });
    await database.run(trigger);
    await expect(restore(path, at('older.db'))).rejects.toThrow('"back" is unknown');
    await database.run('DROP TRIGGER back');
    await database.run('CREATE INDEX pets_by_name_key ON pets (name)');
    await expect(restore(path, at('older.db'))).rejects.toThrow('"pets_by_name_key" is unknown');
    await database.remove();
  },
);

test('a backup of a newer release is refused', async () => {
  const newer = change(trigger, `PRAGMA user_version = ${schemaVersion + 1}`);
  await expect(restore(newer, at('newer.db'))).rejects.toThrow('was made by a newer release');
});

test.each(["x'2e2e2f'", '7'])('a media key that is %s, and no text, is refused', async (value) => {
  const path = change();
  const own = 'media_key TEXT PRIMARY KEY,\n  removed_at INTEGER NOT NULL\n) STRICT, ';
  const loose = own.replace('TEXT', 'BLOB').replace('STRICT, ', ' '.repeat(8));
  const replace = (from: string, to: string) => {
    const bytes = readFileSync(path);
    bytes.write(to, bytes.indexOf(from));
    writeFileSync(path, bytes);
  };
  // As SQLite would not allow it in a strict table.
  replace(own, loose);
  runOnFile(path, `INSERT INTO removed_media (media_key, removed_at) VALUES (${value}, 1)`);
  replace(loose, own);
  await expect(restore(path, at('typed.db'))).rejects.toThrow('is damaged: non-TEXT value in removed_media.media_key');
});

const photo = (mediaKey: string) =>
  `INSERT INTO pet_photos
     (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
   VALUES (3, 0, '${mediaKey}', '', 400, 300, '#ffffff', '', 1)`;

test('a file with media keys that are paths is neither restored nor copied nor backed up, and a check reports it', async () => {
  const path = change(
    photo('../wrote-here'),
    "INSERT INTO removed_media (media_key, removed_at) VALUES ('../victim', 1)",
  );
  for (const said of await refusals(path)) {
    expect(said).toContain('photo 1 of animal 3 ("../wrote-here"), a removed photo ("../victim"); delete these rows');
  }
  expect(existsSync(at('wrote-here'))).toBe(false);
});

test.each(engines)('every text that is no media key is found on $name', async (engine) => {
  const database = await engine.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  const wrong = ['', '../victim', 'ab'.repeat(23), 'ab'.repeat(25), 'AB'.repeat(24), `${'ab'.repeat(23)}/b`];
  const values = [...wrong, 'ab'.repeat(24)].map((key) => `('${key}', 1)`);
  await database.run(`INSERT INTO removed_media (media_key, removed_at) VALUES ${values.join()}`);
  const store = await openStore(database.url);
  const found = await findWrongMediaKeys(store.reader);
  expect(found.map(({ mediaKey }) => mediaKey).sort()).toEqual(wrong.sort());
  await store.close();
  await database.remove();
});

test('triggers, rules and policies of a PostgreSQL database are reported, and neither a copy nor a restore writes there', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  await (await openStore(database.url)).close();
  for (const sql of [
    'CREATE FUNCTION back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE TRIGGER back BEFORE UPDATE ON keys FOR EACH ROW EXECUTE FUNCTION back()',
    'CREATE RULE keep AS ON DELETE TO pets DO INSTEAD NOTHING',
    'CREATE POLICY hide ON orders USING (FALSE)',
    'CREATE TABLE theirs (id BIGINT)',
    'CREATE TRIGGER harmless BEFORE UPDATE ON theirs FOR EACH ROW EXECUTE FUNCTION back()',
  ]) {
    await database.run(sql);
  }
  const finished = [
    await runHere(checkCommand(), ['--database-url', database.url]),
    await runHere(copyCommand(), ['--from', `sqlite:${at('own.db')}`, '--to', database.url]),
    await runHere(restoreCommand(), [at('own.db'), '--database-url', database.url]),
  ];
  const faults =
    'it is not as petstore makes it: trigger "back" of keys is unknown, row-level security policy "hide" of orders is ' +
    'unknown, rule "keep" of pets is unknown;';
  for (const { exitCode, stdout, stderr } of finished) {
    expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining(faults)]);
  }
  expect(await database.run('SELECT count(*) FROM settings')).toEqual([[0n]]);
  await database.remove();
});
