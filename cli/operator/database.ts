import { describeDatabase, isPetstore, openStore } from '../../src/store/open-store.ts';
import type { Migration, Store } from '../../src/store/store.ts';
import { CommandError } from '../exit.ts';
import { note } from '../output.ts';
import { printProgress } from '../progress.ts';

/** @param now the time by the clock that services of this database follow (epoch ms) */
type Work<Result> = (store: Store, now: number) => Promise<Result>;

/** Opens a database, which is created if it does not exist, and closes it after the work. */
export async function withStore<Result>(databaseUrl: string, work: Work<Result>): Promise<Result> {
  const onMigrated = (migration: Migration) => report(databaseUrl, migration);
  await using store = await openStore(databaseUrl, { writesInline: true, onMigrated, onProgress: printProgress() });
  return await work(store, await readTime(store));
}

async function readTime({ reader, clock }: Store): Promise<number> {
  const [row] = clock === undefined ? [] : await reader.query(clock, []);
  return row === undefined ? Date.now() : Number(row[0]);
}

/** As `withStore`. @throws CommandError when the database does not exist */
export async function withExistingStore<Result>(databaseUrl: string, work: Work<Result>): Promise<Result> {
  await requireDatabase(databaseUrl);
  return await withStore(databaseUrl, work);
}

/** @throws CommandError when the database does not exist */
export async function requireDatabase(databaseUrl: string): Promise<void> {
  if (await isPetstore(databaseUrl)) return;
  throw new CommandError(`there is no petstore database at ${describeDatabase(databaseUrl)}; check --database-url`);
}

function report(databaseUrl: string, { from, to, copy }: Migration): void {
  const name = describeDatabase(databaseUrl);
  if (from === 0) {
    note(`there was no database at ${name}; made a new one`);
    return;
  }
  const before = copy === undefined ? '' : `; the file as it was before is ${copy}`;
  note(`migrated ${name} from schema version ${from} to ${to}${before}`);
}
