import { Command } from 'commander';
import { migrateStore } from '../store/open-store.ts';
import { hidePassword } from '../store/postgres/address.ts';
import { exitOnError, exitOnMisuse } from './exit.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from './options.ts';

const help = `
A server does the same when it starts. If the user of the servers may not create tables, run this command first as a
user that may, and grant the user of the servers the right to read and write them:

  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO petstore_server;

Running it again changes nothing. A server does not start on a database whose schema is newer than the server.

Examples:
  petstore migrate --database-url postgres://owner@db.example.org/petstore
  DATABASE_URL=sqlite:data/petstore.db petstore migrate`;

/** The command `petstore migrate`. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate a database to the schema of this release')
    .option(...databaseOption)
    .addHelpText('after', help)
    .exitOverride(exitOnMisuse)
    .action((flags: DatabaseFlags) => exitOnError(() => migrate(readDatabaseUrl(flags))));
}

async function migrate(databaseUrl: string): Promise<void> {
  const { from, to } = await migrateStore(databaseUrl);
  const change = from === to ? '; nothing to do' : ` (was ${from})`;
  process.stdout.write(`${hidePassword(databaseUrl)} is at schema version ${to}${change}\n`);
}
