import { planMigration } from '../../../src/store/open-store.ts';

/** A program that opens the databases that its arguments name, as a user who is not root, and prints each refusal. */
export const unprivilegedProgram = import.meta.path;

const nobody = 65_534;

if (import.meta.main) {
  if (process.getuid?.() === 0) process.setuid?.(nobody);
  for (const databaseUrl of process.argv.slice(2)) {
    const refused = await planMigration(databaseUrl).then(() => 'opened', String);
    process.stdout.write(`${refused}\n`);
  }
}
