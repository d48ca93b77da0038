import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { type Queryable, statement } from '../../store/statement.ts';
import type { ContactRow } from './model.ts';
import { findPeople } from './search-rules.ts';

test('one call reads a bounded number of entries, and the next one goes on from there', async () => {
  const people = statement<ContactRow>(
    `WITH RECURSIVE ids (id) AS (SELECT min($1 - 1, 10000) UNION ALL SELECT id - 1 FROM ids WHERE id > 1 LIMIT $2)
     SELECT id, CASE id WHEN 1 THEN 'Ada' ELSE 'Zoe' END, NULL, NULL FROM ids`,
  );
  const sqlite = new Database(':memory:', { safeIntegers: true });
  let reads = 0;
  const db: Queryable = {
    query: ({ text }, params) => {
      reads++;
      return sqlite.query(text).values(...params) as never;
    },
  };
  const search = async (before?: bigint) =>
    await findPeople(db, { text: 'ada', ...(before !== undefined && { before }) }, people, (id) => id);
  expect(await search()).toEqual({ items: [], next: 6_001n });
  expect(reads).toBe(8);
  expect(await search(6_001n)).toEqual({ items: [], next: 2_001n });
  expect(await search(2_001n)).toEqual({ items: [1n] });
});
