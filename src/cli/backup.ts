import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { backUp, type Contents, restore } from '../service/backup.ts';
import { sqlitePath } from '../store/open-store.ts';
import { type DatabaseFlags, databaseOption, readDatabaseUrl } from './database-option.ts';
import { parseDuration } from './duration.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';

interface BackupFlags extends DatabaseFlags {
  every?: string;
  keep?: string;
}

const backupHelp = `
Works while the service runs, and does not hold up its requests. The backup is one SQLite file. It is verified before
this command reports success, and never has its name before it is complete. It holds the hashes of keys and the secrets
of webhooks: keep it as safe as the database.

With --every, TO is a folder. A backup named petstore-DATE.db is written to it now and after each interval until the
command is stopped. With --keep, older backups with such names are removed. /metrics tells when the last backup was made.

Examples:
  petstore backup /backups/petstore.db
  petstore backup /backups --every 1h --keep 24`;

const restoreHelp = `
The database must not exist: stop the service, and move the files away that are there. FROM is not changed.

Webhooks of the restored database are paused, so that a copy that is started for a look sends nothing. Resume them with
"petstore webhooks resume". Clients that follow events are told with 410 to read everything again.

Examples:
  petstore restore /backups/petstore-2026-11-22T03-00-00Z.db
  petstore restore /backups/petstore.db --database-url sqlite:/tmp/look.db`;

/** The command `petstore backup`. */
export function backupCommand(): Command {
  return new Command('backup')
    .argument('<to>', 'file to write, which must not exist; with --every, a folder')
    .description('write a verified copy of a SQLite database, while the service runs')
    .option('--every <duration>', 'repeat at this interval, such as 1h')
    .option('--keep <count>', 'with --every: how many backups to keep')
    .option(...databaseOption)
    .addHelpText('after', backupHelp)
    .exitOverride(exitOnMisuse)
    .action((to: string, flags: BackupFlags) => exitOnError(() => backup(to, flags)));
}

/** The command `petstore restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<from>', 'a backup')
    .description('make a database of a backup')
    .option(...databaseOption)
    .addHelpText('after', restoreHelp)
    .exitOverride(exitOnMisuse)
    .action((from: string, flags: DatabaseFlags) => exitOnError(() => restoreFrom(from, flags)));
}

async function backup(to: string, { every, keep, ...flags }: BackupFlags): Promise<void> {
  const path = requireFile(readDatabaseUrl(flags));
  if (every === undefined) {
    if (keep !== undefined) throw unusable('--keep needs --every');
    return await backUpOnce(path, to);
  }
  const intervalMs = parseDuration(every, '--every');
  const kept = keep === undefined ? undefined : readCount(keep);
  if (!existsSync(to) || !statSync(to).isDirectory()) throw unusable(`${to} is not a folder`);
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.resolve());
  let isStopped = false;
  void stop.promise.then(() => (isStopped = true));
  while (!isStopped) {
    // One that fails, because the disk is full for a while, does not end those after it.
    await backUpOnce(path, join(to, nameOf(new Date()))).catch((error) => {
      process.stderr.write(`petstore: ${error instanceof Error ? error.message : error}\n`);
    });
    if (kept !== undefined) removeOld(to, kept);
    await Promise.race([Bun.sleep(intervalMs), stop.promise]);
  }
}

async function backUpOnce(path: string, to: string): Promise<void> {
  const began = Date.now();
  const contents = await backUp(path, to);
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`wrote ${to}: ${describe(contents)}, verified, in ${seconds} s\n`);
}

async function restoreFrom(from: string, flags: DatabaseFlags): Promise<void> {
  const path = requireFile(readDatabaseUrl(flags));
  if (!existsSync(from)) throw new CommandError(`there is no file ${from}`);
  const contents = await restore(from, path);
  process.stdout.write(`restored ${path}: ${describe(contents)}, verified\n`);
  process.stdout.write('Webhooks are paused. Resume them with "petstore webhooks resume".\n');
}

/** @throws CommandError when the database is not a file */
function requireFile(databaseUrl: string): string {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return path;
  throw unusable('this command is for SQLite; for PostgreSQL use its own tools, as docs/backup.md describes');
}

const namePattern = /^petstore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/;

/** A name that sorts by time and is valid on every file system. */
function nameOf(time: Date): string {
  return `petstore-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;
}

function removeOld(folder: string, keep: number): void {
  const backups = readdirSync(folder).filter((name) => namePattern.test(name));
  for (const name of backups.sort().slice(0, -keep)) rmSync(join(folder, name));
}

function describe({ animals, bytes }: Contents): string {
  return `${animals} animals, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw unusable('--keep must be a number of backups, 1 or more');
}

function unusable(message: string): CommandError {
  return new CommandError(message, exitCodes.unusable);
}
