import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Command } from 'commander';
import { messageOf } from '../../src/lib/errors.ts';
import { makeTemporaryFolder } from '../../src/lib/system/disk.ts';
import type { BackupBucket } from '../../src/operator/backup/backup-bucket.ts';
import { backupName } from '../../src/operator/backup/backup-names.ts';
import { BackupFolder, type BackupPlace } from '../../src/operator/backup/backup-place.ts';
import { planRotation, type Retention } from '../../src/operator/backup/rotation.ts';
import { findSetting } from '../../src/store/settings.ts';
import { databaseIdSetting } from '../../src/store/tables.ts';
import { abortedBySignals, CommandError, startOverOnInterrupt, unusable } from '../exit.ts';
import { type DatabaseFlags, databaseOption, jsonOption, parseDuration, readDatabaseUrl } from '../options.ts';
import { note } from '../output.ts';
import { openPlace } from './backup/backup-places.ts';
import { listBackups, verifyBackup } from './backup/inspect-backups.ts';
import { repeatBackups } from './backup/repeated-backups.ts';
import { type BackupJob, writeBackup } from './backup/write-backup.ts';
import { readDatabase } from './media.ts';

export interface PhotoFlags extends DatabaseFlags {
  /** `false` with `--no-photos`. */
  photos: boolean;
}

interface RetentionFlags {
  keep?: string;
  keepDaily?: string;
  keepWeekly?: string;
}

interface BackupFlags extends PhotoFlags, RetentionFlags {
  every?: string;
  list?: true;
  verify?: true;
  json?: boolean;
}

const backupHelp = `
Works while the service runs, and does not delay its requests. The backup is one SQLite file, also of a PostgreSQL
database. It is verified before this command reports success, and does not have its name before it is complete. It
contains hashes of keys and secrets of webhooks: keep it as safe as the database.

The photos are copied to the folder TO.media. For a bucket or another folder than the one beside a SQLite file, this command
needs the PETSTORE_MEDIA_URL of the service. A backup that lacks photos fails, unless --no-photos says that they are
elsewhere.

TO can also be an existing folder, or s3://BUCKET/PREFIX with the PETSTORE_S3_... settings: then the backup is named
petstore-DATE.db, and the photos of all such backups are in petstore.media beside them. What was stored in a bucket is read
again and compared; meanwhile the file needs room in TMPDIR. With --every, a backup is made after each interval until the
command is stopped, the first one now or when the interval since the newest one is over.

--keep, --keep-daily and --keep-weekly remove older backups with such names, except those that one of the three keeps. None is
removed, the exit code is 1, and /metrics has petstore_backup_rotation_held, if there is a backup of another database or with
a time in the future, or if the new one has less than half of the animals of the one before.

Examples:
  petstore backup /backups/petstore.db
  petstore backup /backups --every 1h --keep 24 --keep-daily 14 --keep-weekly 8
  petstore backup s3://backups/petstore --keep-daily 14
  petstore backup --list s3://backups/petstore
  petstore backup --verify /backups/petstore.db`;

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<to>', 'file to write, which must not exist; or a folder or s3://BUCKET/PREFIX for several backups')
    .description('write a verified copy of the database, while the service runs')
    .option('--every <duration>', 'repeat at this interval, such as 1h')
    .option('--keep <count>', 'keep this many of the newest backups')
    .option('--keep-daily <count>', 'keep the newest backup of each of this many days (UTC)')
    .option('--keep-weekly <count>', 'keep the newest backup of each of this many weeks (from Monday, UTC)')
    .option('--list', 'list the backups in TO instead')
    .option('--verify', 'check the backup TO and its photos instead')
    .option('--no-photos', 'do not copy photos')
    .option(...jsonOption)
    .option(...databaseOption)
    .addHelpText('after', backupHelp)
    .action(backup);
}

async function backup(to: string, { list, verify, every, photos, json = false, ...flags }: BackupFlags): Promise<void> {
  const retention = readRetention(flags);
  if (list !== undefined || verify !== undefined) {
    if (list === verify || every !== undefined || retention !== undefined) {
      throw unusable('--list and --verify do nothing else: use each without the other, --every and --keep');
    }
    return list ? await listBackups(to, json) : await verifyBackup(to, { photos, json });
  }
  const databaseUrl = readDatabaseUrl(flags);
  const intervalMs = every === undefined ? undefined : parseDuration(every, '--every');
  if (intervalMs === 0) throw unusable('--every must be 1s or longer');
  const place = openPlace(to);
  if (place === undefined) {
    const isFolder = intervalMs !== undefined || retention !== undefined || /(^|\/)\.{0,2}$/.test(to);
    if (isFolder)
      throw unusable(existsSync(to) ? `${to} is not a folder` : `the folder ${to} does not exist; create it`);
    if (extname(to) === '' && !existsSync(to)) note(`there is no folder ${to}: the backup becomes a file of this name`);
    return await writeBackup({ databaseUrl, to, photos, json });
  }
  const options = { databaseUrl, photos, json, retention, isRepeated: intervalMs !== undefined };
  const backUp = (at: number) => backUpInto(place, options, at);
  if (intervalMs === undefined) return await backUp(Date.now());
  await repeatBackups({
    intervalMs,
    signal: abortedBySignals().signal,
    async findLast(now) {
      const last = await findLast(place, databaseUrl, now);
      if (!json && last !== undefined && last + intervalMs > now) {
        const rest = `the next one follows in ${Math.ceil((last + intervalMs - now) / 1_000)} s`;
        process.stdout.write(`the newest backup is ${place.pathOf(backupName(last))}; ${rest}\n`);
      }
      return last;
    },
    backUp,
    onFailure: (error, at) => note(`backup ${place.pathOf(backupName(at))}: ${messageOf(error)}`),
  });
}

/** When the newest backup of a database was made. One in the future is none: the clock was wrong then. */
async function findLast(place: BackupPlace, databaseUrl: string, now: number): Promise<number | undefined> {
  const databaseId = await readDatabase(databaseUrl, undefined, (db) => findSetting(db, databaseIdSetting));
  const backups = await place.list();
  return backups.findLast(
    ({ at, contents }) => at <= now && contents !== undefined && contents.databaseId === databaseId,
  )?.at;
}

interface SeriesOptions extends Pick<BackupJob, 'databaseUrl' | 'photos' | 'json'> {
  /** `undefined` to keep all backups. */
  retention: Retention | undefined;
  isRepeated: boolean;
}

/** Makes one of several backups, and removes older ones. @throws CommandError also when older ones had to stay */
async function backUpInto(
  place: BackupBucket | BackupFolder,
  { databaseUrl, photos, json, retention, isRepeated }: SeriesOptions,
  at: number,
): Promise<void> {
  const name = backupName(at);
  const published = place.pathOf(name);
  const rotate =
    retention &&
    (async () => {
      const { expired, obstacle } = planRotation(await place.list(), { made: name, now: Date.now() }, retention);
      for (const old of expired) await place.remove(old);
      return obstacle === undefined ? null : `nothing was removed from ${place.location}: ${obstacle}`;
    });
  const job = { databaseUrl, photos, json, rotate };
  if (place instanceof BackupFolder && existsSync(published)) {
    throw new CommandError(`${published} was made in the same second; nothing was written. Run the command again`);
  }
  if (place instanceof BackupFolder) return await writeBackup({ ...job, to: published });
  using folder = makeTemporaryFolder('petstore-backup-');
  if (!isRepeated) startOverOnInterrupt();
  await writeBackup({ ...job, to: join(folder.path, name), published, publish: (path) => place.upload(path) });
}

function readRetention({ keep, keepDaily, keepWeekly }: RetentionFlags): Retention | undefined {
  if (keep === undefined && keepDaily === undefined && keepWeekly === undefined) return undefined;
  return {
    last: readCount(keep, '--keep'),
    daily: readCount(keepDaily, '--keep-daily'),
    weekly: readCount(keepWeekly, '--keep-weekly'),
  };
}

function readCount(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw unusable(`${flag} must be a number of backups, 1 or more`);
}
