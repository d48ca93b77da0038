import { planMigration } from '../../../src/store/open-store.ts';

/** A program that opens the databases that its arguments name, and prints each refusal. */
export const openDatabases = import.meta.path;

if (import.meta.main) {
  for (const databaseUrl of process.argv.slice(2)) {
    const refused = await planMigration(databaseUrl).then(() => 'opened', String);
    process.stdout.write(`${refused}\n`);
  }
}
