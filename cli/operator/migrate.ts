import { Command } from 'commander';
import { hidePassword } from '../../src/lib/addresses/database-url.ts';
import { migrateStore } from '../../src/store/open-store.ts';
import { adviseAfterMigration } from '../../src/store/schema.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from '../options.ts';
import { printProgress } from '../progress.ts';

const help = `
A server does the same when it starts. If the user of the servers may not create tables, run this command first as a
user that may, and grant the user of the servers the right to use them:

  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO petstore_server;
  GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO petstore_server;

A SQLite file is copied before it is changed, to FILE.schema-VERSION.TIME.backup. The newest two of these copies are
kept. To go back to the release before, start it on the same database: docs/backup.md. On PostgreSQL make a backup
first.

Running it again changes nothing. A release that is too old for the schema of a database neither starts on it nor writes
to it.

Examples:
  petstore migrate --database-url postgres://owner@db.example.org/petstore
  DATABASE_URL=sqlite:data/petstore.db petstore migrate`;

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate a database to the schema of this release')
    .option(...databaseOption)
    .option('--no-copy', 'do not copy a SQLite file before it is changed')
    .addHelpText('after', help)
    .action(({ copy, ...flags }: MigrateFlags) => migrate(readDatabaseUrl(flags), copy));
}

interface MigrateFlags extends DatabaseFlags {
  copy: boolean;
}

async function migrate(databaseUrl: string, isCopied: boolean): Promise<void> {
  const { from, to, copy } = await migrateStore(databaseUrl, { skipsCopy: !isCopied, onProgress: printProgress() });
  const change = from === to ? '; nothing to do' : ` (was ${from})`;
  process.stdout.write(`${hidePassword(databaseUrl)} is at schema version ${to}${change}\n`);
  if (copy !== undefined) process.stdout.write(`The file as it was before is ${copy}\n`);
  const advice = from < to ? adviseAfterMigration(from) : undefined;
  if (advice !== undefined) process.stdout.write(`${advice}\n`);
}
