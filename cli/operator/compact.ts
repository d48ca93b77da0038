import { Command } from 'commander';
import { sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { formatBytes } from '../../src/lib/format.ts';
import { compactFile } from '../../src/store/sqlite/backup.ts';
import { CommandError } from '../exit.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from '../options.ts';
import { requireDatabase } from './database.ts';

const help = `
Rewrites a SQLite file without free space. A file that was made by release 1.0.0 needs this once: from then on the service
gives free space back to the file system by itself. Newer files never need it.

It needs up to twice the size of the file as free space for a while. Stop the service first: writes wait meanwhile, and are
refused after 5 seconds.

Example:
  petstore compact --database-url sqlite:data/petstore.db`;

export function compactCommand(): Command {
  return new Command('compact')
    .description('rewrite a SQLite file without free space')
    .option(...databaseOption)
    .addHelpText('after', help)
    .action((flags: DatabaseFlags) => compact(readDatabaseUrl(flags)));
}

async function compact(databaseUrl: string): Promise<void> {
  await requireDatabase(databaseUrl);
  const path = sqlitePath(databaseUrl);
  if (path === undefined)
    throw new CommandError('PostgreSQL reuses free space by itself; only a SQLite file can be compacted');
  const { before, after } = compactFile(path);
  process.stdout.write(`compacted ${path}: ${formatBytes(before)} before, ${formatBytes(after)} now\n`);
}
