import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { requireReadable } from '../../../src/operator/backup/backup.ts';
import { BackupBucket } from '../../../src/operator/backup/backup-bucket.ts';
import { BackupFolder } from '../../../src/operator/backup/backup-place.ts';
import { readBucket } from '../media.ts';

/** The place of several backups that the operator names; `undefined` if it is the path of a file. @throws CommandError */
export function openPlace(to: string): BackupBucket | BackupFolder | undefined {
  const bucket = readBucket(to);
  if (bucket !== undefined) return new BackupBucket(bucket);
  return existsSync(to) && statSync(to).isDirectory() ? new BackupFolder(to) : undefined;
}

/** @throws StorageError when a backup is not a file that this user may read. A bucket is not asked. */
export function requireBackup(from: string): void {
  if (readBucket(from) === undefined) requireReadable(from);
}

/** The path of a backup, which is downloaded to the folder if it is in a bucket. @throws StorageError */
export async function fetchBackup(from: string, folder: string): Promise<string> {
  const bucket = readBucket(from);
  if (bucket === undefined) return from;
  const name = basename(bucket.prefix);
  const path = join(folder, name);
  const prefix = dirname(bucket.prefix).replace(/^\.$/, '');
  await new BackupBucket({ ...bucket, prefix }).download(name, path);
  return path;
}
