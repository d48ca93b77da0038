import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { PreparedStatements } from './prepared-statements.ts';

test('a statement is prepared once while it is used, and any number of others replace each other', () => {
  const db = new Database(':memory:');
  const prepared: string[] = [];
  const statements = new PreparedStatements(
    {
      prepare(text: string) {
        prepared.push(text);
        return db.prepare(text);
      },
    } as unknown as Database,
    3,
  );
  for (let number = 0; number < 100; number++) {
    expect(statements.get('SELECT -1').values()).toEqual([[-1]]);
    expect(statements.get(`SELECT ${number}`).values()).toEqual([[number]]);
  }
  expect(prepared.filter((text) => text === 'SELECT -1')).toHaveLength(1);
  expect(prepared).toHaveLength(101);
  // The last ones are still there, others are prepared again.
  statements.get('SELECT 99');
  expect(prepared).toHaveLength(101);
  expect(statements.get('SELECT 5').values()).toEqual([[5]]);
  expect(prepared).toHaveLength(102);
  statements.close();
  db.close(true);
});
