import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldKey } from '../src/lib/fold-text.ts';
import { migrateSqlite } from '../src/store/sqlite/sqlite-store.ts';
import { fillFile } from './fill.ts';
import { animalAt } from './seed.ts';

const animals = 250;
const folder = mkdtempSync(join(tmpdir(), 'petstore-test-bench-'));
let db: Database;

beforeAll(async () => {
  const path = join(folder, 'petstore.db');
  migrateSqlite(path);
  await fillFile(path, animals, () => undefined);
  db = new Database(path);
});

afterAll(() => {
  db.close(true);
  rmSync(folder, { recursive: true, force: true });
});

test('a filled file holds the same animals under the same ids as one filled through the API', () => {
  const rows = db.query('SELECT id, name, category_id AS "categoryId", status FROM pets ORDER BY id').all();
  expect(rows).toEqual(Array.from({ length: animals }, (_, index) => ({ id: index + 1, ...animalAt(index) })));
});

test('a filled file has the words of the names', () => {
  for (const { name, key } of db.query('SELECT name, name_key AS key FROM pets').all() as {
    name: string;
    key: string;
  }[]) {
    expect(key).toBe(foldKey(name));
  }
  const found = db.query('SELECT rowid FROM pet_words WHERE pet_words MATCH \'"24"*\' ORDER BY rowid').values().flat();
  expect(found).toEqual([24, ...Array.from({ length: 10 }, (_, index) => 240 + index)]);
});

test('a filled file has the right counts, and only the newest event, which is never deleted', () => {
  const counted = db.query('SELECT sum(animals) AS counted FROM inventory').get();
  expect(counted).toEqual({ counted: animals });
  expect(db.query('SELECT id, pet_id FROM events').all()).toEqual([{ id: animals, pet_id: animals }]);
  expect(db.query('SELECT name, event_id FROM event_marks').all()).toEqual([
    { name: 'inventory', event_id: animals },
    { name: 'totals', event_id: animals },
  ]);
  expect(db.query('SELECT sum(animals) AS counted FROM inventory_totals').get()).toEqual({ counted: animals });
});
