import { formatBytes } from '../../../src/lib/format.ts';
import { makeTemporaryFolder } from '../../../src/lib/system/disk.ts';
import { verify } from '../../../src/operator/backup/backup.ts';
import { formatColumns } from '../../client/api/text-columns.ts';
import { CommandError, unusable } from '../../exit.ts';
import { printJson } from '../../output.ts';
import { describeContents, describeMissing, findMissingMedia, mediaOfBackup } from '../media.ts';
import { fetchBackup, openPlace, requireBackup } from './backup-places.ts';

/** `petstore backup --list`. */
export async function listBackups(location: string, json: boolean): Promise<void> {
  const place = openPlace(location);
  if (place === undefined) throw unusable(`${location} is not a folder`);
  const backups = await place.list();
  if (json) {
    const shown = backups.map(({ name, at, sizeBytes, contents }) => {
      return {
        file: place.pathOf(name),
        at: new Date(at).toISOString(),
        sizeBytes,
        readable: contents !== undefined,
        ...contents,
      };
    });
    printJson({ backups: shown });
    return;
  }
  const rows = backups.map(({ name, at, sizeBytes, contents }) => [
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    contents === undefined ? 'unreadable' : String(contents.animals),
    formatBytes(sizeBytes),
    contents?.databaseId ?? '-',
    contents === undefined ? '-' : String(contents.schemaVersion),
    name,
  ]);
  const header = ['TIME (UTC)', 'ANIMALS', 'SIZE', 'DATABASE', 'SCHEMA', 'FILE'];
  process.stdout.write(formatColumns(rows, { header }));
}

/** `petstore backup --verify`. @throws CommandError, StorageError */
export async function verifyBackup(
  from: string,
  { photos: withPhotos, json }: { photos: boolean; json: boolean },
): Promise<void> {
  requireBackup(from);
  using folder = makeTemporaryFolder('petstore-backup-');
  const path = await fetchBackup(from, folder.path);
  const { animals, bytes } = await verify(path, 'backup');
  if (!json) process.stdout.write(`${from}: ${describeContents({ animals, bytes })}, verified\n`);
  const media = mediaOfBackup(from);
  const found = withPhotos ? await findMissingMedia(`sqlite:${path}`, media) : undefined;
  if (json) {
    const photos = found && { location: media.location, total: found.photos, missing: found.missing.count };
    printJson({ file: from, animals, sizeBytes: bytes, photos });
  }
  if (found === undefined) return;
  if (found.missing.count > 0) throw new CommandError(describeMissing(found.missing, media));
  if (!json && found.photos > 0) {
    process.stdout.write(`photos in ${media.location}: ${found.photos} in all, each with its files\n`);
  }
}
