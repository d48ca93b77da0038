import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { foldKey } from '../src/lib/fold-text.ts';
import { migrateSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { animalAt, fillStatements } from './fill.ts';

const animals = 250;
const scratch = makeScratchFolder();
let db: Database;

beforeAll(() => {
  const path = join(scratch.path, 'petstore.db');
  migrateSqlite(path);
  db = new Database(path);
  // As when petstore has made the tables and has run.
  db.run("INSERT INTO event_marks (name, event_id) VALUES ('inventory', 0), ('profiles', 0)");
  for (const statement of fillStatements('sqlite', animals)) db.run(statement);
});
afterAll(() => {
  db.close(true);
  scratch.remove();
});

test('a filled file has animals under the ids and with the words that petstore would give them', () => {
  const rows = db.query('SELECT id, name, category_id AS "categoryId", status FROM pets ORDER BY id').all();
  expect(rows).toEqual(Array.from({ length: animals }, (_, index) => ({ id: index + 1, ...animalAt(index) })));
  const keys = db.query<{ name: string; key: string }, []>('SELECT name, name_key AS key FROM pets').all();
  for (const { name, key } of keys) expect(key).toBe(foldKey(name));
  const found = db.query('SELECT rowid FROM pet_words WHERE pet_words MATCH \'"24"*\' ORDER BY rowid').values().flat();
  expect(found).toEqual([24, ...Array.from({ length: 10 }, (_, index) => 240 + index)]);
});

test('a filled file has an event for each animal, and counts up to the last one', () => {
  const one = (sql: string) => db.query(sql).values()[0];
  expect(one('SELECT count(*), min(id), max(id) FROM events WHERE id = pet_id')).toEqual([animals, 1, animals]);
  expect(one('SELECT sum(animals) FROM inventory')).toEqual([animals]);
  expect(one('SELECT sum(animals) FROM inventory_totals')).toEqual([animals]);
  expect(db.query('SELECT name, event_id FROM event_marks ORDER BY name').values()).toEqual([
    ['inventory', animals],
    ['profiles', animals],
    ['totals', animals],
  ]);
});

test('an empty file stays ready for the first animal', () => {
  const path = join(scratch.path, 'empty.db');
  migrateSqlite(path);
  const empty = new Database(path);
  for (const statement of fillStatements('sqlite', 0)) empty.run(statement);
  expect(empty.query('SELECT last_id FROM pets_indexed').values()).toEqual([[0]]);
  empty.close(true);
});
