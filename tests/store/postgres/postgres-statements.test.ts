import { expect, test } from 'bun:test';
import { findReferenceOwners } from '../../../src/animals/profiles/sql.ts';
import { longStatement, statement } from '../../../src/store/statement.ts';
import type { Command } from '../../../src/store/store.ts';
import { postgres } from '../../support/engines.ts';
import { openStore } from '../../support/open-store.ts';

/** Filters of lists make any number of statements, and the server keeps what a connection has prepared. */
test('a connection that has prepared many statements is replaced, and nothing fails or waits for it', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  const { reader, close, metrics } = await openStore(database.url);
  for (const declare of [statement, longStatement]) {
    const sessions = new Set<bigint>();
    let most = 0n;
    for (let begin = 0; begin < 2_400; begin += 400) {
      const numbers = Array.from({ length: 400 }, (_, index) => begin + index);
      const rows = await Promise.all(
        numbers.map((number) =>
          reader.query(
            declare<readonly [bigint, bigint]>(`SELECT CAST(${number} AS BIGINT), CAST(pg_backend_pid() AS BIGINT)`),
            [],
          ),
        ),
      );
      expect(rows.map(([row]) => row?.[0])).toEqual(numbers.map(BigInt));
      for (const [row] of rows) if (row !== undefined) sessions.add(row[1]);
      const kept = declare<readonly [bigint]>('SELECT count(*) FROM pg_prepared_statements');
      const [[count] = [0n]] = await reader.query(kept, []);
      if (count > most) most = count;
    }
    expect(Number(most)).toBeLessThanOrEqual(1_401);
    expect(sessions.size).toBeGreaterThan(1);
  }
  expect(metrics.connections?.().lost).toBe(0);
  await close();
  await database.remove();
});

test('a write finds the animals with references by an index, although its plan is made while there are none', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  const { write, close } = await openStore(database.url);
  const references = Array.from({ length: 100 }, (_, index) => `A${index}`);
  const countScans = statement<readonly [ofTable: bigint]>(
    "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'pet_profiles'",
  );
  const find: Command<null, readonly (readonly bigint[])[]> = {
    name: 'find',
    async run(tx) {
      const before = await tx.query(countScans, []);
      await findReferenceOwners(tx, references);
      return [...before, ...(await tx.query(countScans, []))];
    },
  };
  const [before, after] = await write(find, null);
  expect(after).toEqual(before);
  await close();
  await database.remove();
});
