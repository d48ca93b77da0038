import { verify } from '../../service/backup.ts';
import { CommandError, unusable } from '../exit.ts';
import { describeContents, describeMissing, findMissingMedia, mediaOfBackup } from '../media.ts';
import { formatTable } from '../output.ts';
import { fetchBackup, openPlace, requireBackup, withTemporaryFolder } from './backup-places.ts';

/** `petstore backup --list`. */
export async function listBackups(location: string): Promise<void> {
  const place = openPlace(location);
  if (place === undefined) throw unusable(`${location} is not a folder`);
  const rows = (await place.list()).map(({ name, at, sizeBytes, contents }) => [
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    contents === undefined ? 'unreadable' : String(contents.animals),
    `${(sizeBytes / 2 ** 20).toFixed(1)} MiB`,
    contents?.databaseId ?? '-',
    contents === undefined ? '-' : String(contents.schemaVersion),
    name,
  ]);
  process.stdout.write(formatTable([['TIME (UTC)', 'ANIMALS', 'SIZE', 'DATABASE', 'SCHEMA', 'FILE'], ...rows]));
}

/** `petstore backup --verify`. @throws CommandError, StorageError */
export async function verifyBackup(from: string, withPhotos: boolean): Promise<void> {
  requireBackup(from);
  await withTemporaryFolder(async (folder) => {
    const path = await fetchBackup(from, folder);
    process.stdout.write(`${from}: ${describeContents(await verify(path, 'backup'))}, verified\n`);
    if (!withPhotos) return;
    const media = mediaOfBackup(from);
    const { photos, missing } = await findMissingMedia(`sqlite:${path}`, media);
    if (missing.count > 0) throw new CommandError(describeMissing(missing, media));
    if (photos > 0) process.stdout.write(`photos in ${media.location}: ${photos} in all, each with its files\n`);
  });
}
