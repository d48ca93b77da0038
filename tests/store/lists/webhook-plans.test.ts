import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type DeliveryFilters, findDeliveries, findDueDeliveries } from '../../../src/notify/webhooks/delivery-sql.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { postgresDialect } from '../../../src/store/postgres/dialect.ts';
import { sqliteDialect } from '../../../src/store/sqlite/dialect.ts';
import type { Reader } from '../../../src/store/statement.ts';
import { textOf } from '../../support/data/read-statements.ts';
import { postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';

/** Three webhooks: one has almost all waiting deliveries, the others have dead ones. */
const content = [
  `INSERT INTO webhooks (url, types, secret, status, event_id, created_at)
   SELECT 'https://example.org/', '', 'whsec_AAAA', 'active', 1, 1 FROM (SELECT 1 UNION SELECT 2 UNION SELECT 3) AS three`,
  `INSERT INTO deliveries (webhook_id, event_id, status, attempts, due_at)
   WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
   SELECT 1 + n % 3, n, CASE WHEN n % 3 = 0 OR n % 1000 < 5 THEN 'waiting' ELSE 'dead' END, 1, n FROM numbers`,
];

const onSqlite = ({ webhookId, status }: DeliveryFilters) =>
  ['deliveries_by', webhookId && 'webhook', webhookId && status && 'and', status && 'status'].filter(Boolean).join('_');
const onPostgres = ({ webhookId, status }: DeliveryFilters) =>
  ['deliveries', status, webhookId && 'by_webhook'].filter(Boolean).join('_');

const filters: DeliveryFilters[] = [
  { status: 'waiting' },
  { status: 'dead' },
  { webhookId: 2n },
  { webhookId: 2n, status: 'waiting' },
  { webhookId: 2n, status: 'dead' },
];
const nameOf = ({ webhookId, status }: DeliveryFilters) => `${status ?? 'all'} ones of ${webhookId ?? 'any'}`;

describe.each([
  ['SQLite', sqlite, sqliteDialect, 'EXPLAIN QUERY PLAN', onSqlite],
  ['PostgreSQL', postgres, postgresDialect, 'EXPLAIN (GENERIC_PLAN)', onPostgres],
] as const)('on %s', (_, engine, dialect, explain, indexOf) => {
  let database: ScratchDatabase;
  const expectIndex = async (read: (db: Reader) => unknown, index: string) => {
    const plan = String(await database.run(`${explain} ${textOf(dialect, read)}`));
    expect(plan).toMatch(new RegExp(`(?:SEARCH deliveries USING INDEX|Index Scan using) ${index} `));
    expect(plan).not.toMatch(/Sort|Filter|TEMP B-TREE/);
  };
  beforeAll(async () => {
    database = await engine.makeDatabase({ isMigrated: true });
    await migrateStore(database.url);
    for (const sql of content) await database.run(sql);
  });
  afterAll(() => database.remove());

  describe.each(['without', 'with'])('%s statistics', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with') await database.run('ANALYZE');
    });

    test.each(filters.map((filter) => [nameOf(filter), filter] as const))(
      'a page of deliveries, %s, reads only its own rows and sorts nothing',
      async (_, filter) => {
        await expectIndex((db) => findDeliveries(db, filter, { after: 500n, limit: 21 }), indexOf(filter));
      },
    );

    test('the due deliveries of a webhook are found without reading those that are not due', async () => {
      const due = (status: 'active' | 'paused') => (db: Reader) => findDueDeliveries(db, { id: 2n, status }, 700n, 16);
      await expectIndex(due('active'), 'deliveries_due');
      // Of a paused one only the tests are read, of which there are few.
      expect(String(await database.run(`${explain} ${textOf(dialect, due('paused'))}`))).toContain(
        'deliveries_by_event',
      );
    });
  });
});
