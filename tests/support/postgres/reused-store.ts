import type { StoreOptions } from '../../../src/store/open-store.ts';
import { ConnectionPool } from '../../../src/store/postgres/connection-pool.ts';
import { statement } from '../../../src/store/statement.ts';
import type { Command, Store } from '../../../src/store/store.ts';
import { atEnd } from '../at-end.ts';
import { type Engine, postgres, type ScratchDatabase } from '../engines.ts';
import { openStore } from '../open-store.ts';

interface Opened {
  readonly database: ScratchDatabase;
  readonly store: Store;
}

/** Stores that no test uses, with the rows of the last one. */
const spare: Opened[] = [];
// A server of this process ends at the same time, with its databases.
const isOwnServer = process.env['TEST_DATABASE_URL'] === undefined;
atEnd(async () => void (await Promise.all(spare.splice(0).map(isOwnServer ? ({ store }) => store.close() : remove))));

/** What the stores of this process know of the ids that they have given: they fail if one is given again. */
const givenIds: ConnectionPool['givenIds'][] = [];
const start = ConnectionPool.start.bind(ConnectionPool);
ConnectionPool.start = async (...options) => {
  const pool = await start(...options);
  givenIds.push(pool.givenIds);
  return pool;
};

/** All but those that describe the schema. */
const findTables = statement<readonly [string]>(
  "SELECT string_agg(tablename, ', ') FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'petstore%'",
);
const empty: Command<undefined, void> = {
  name: 'empty all tables',
  async run(tx) {
    const [[tables] = []] = await tx.query(findTables, []);
    await tx.query(statement<never>(`TRUNCATE ${tables} RESTART IDENTITY`), []);
  },
};

/**
 * Opens a store on an empty database. On PostgreSQL it may be that of an earlier test of this process, unless it has options:
 * a new one takes a database and five sessions, which cost ten times what emptying the tables does. `end` keeps it for the next
 * test, or closes it and removes its database.
 */
export async function takeStore(
  engine: Engine,
  options: StoreOptions = {},
): Promise<Opened & { end(): Promise<void> }> {
  const isReused = engine === postgres && Object.keys(options).length === 0;
  const opened = (isReused ? await findSpare() : undefined) ?? (await open(engine, options));
  return { ...opened, end: async () => void (isReused ? spare.push(opened) : await remove(opened)) };
}

async function findSpare(): Promise<Opened | undefined> {
  const kept = spare.pop();
  if (kept === undefined || (await isEmptied(kept.store))) return kept;
  await remove(kept);
  return await findSpare();
}

/** Whether a store still works, after what a test may have done to it. */
async function isEmptied(store: Store): Promise<boolean> {
  try {
    await store.write(empty, undefined);
    for (const ids of givenIds) ids.clear();
    await Promise.all([store.check(), store.checkReads()]);
    return true;
  } catch {
    return false;
  }
}

async function open(engine: Engine, options: StoreOptions): Promise<Opened> {
  const database = await engine.makeDatabase({ isMigrated: true });
  return { database, store: await openStore(database.url, options) };
}

async function remove({ store, database }: Opened): Promise<void> {
  await store.close();
  await database.remove();
}
