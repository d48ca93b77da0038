import { findNewestPhotos } from '../animals/photos/sql.ts';
import { findWrongMediaKeys } from '../catalogue/check-sql.ts';
import type { MediaConfig } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { describeError, StartError } from '../lib/errors.ts';
import { escapeInvisible, listSome } from '../lib/visible-text.ts';
import type { PhotoStore } from '../photo-files/photo-store.ts';
import {
  adviceOnMissing,
  describeForeignPhotos,
  describeMissingFiles,
  fewPhotos,
  findMissingFiles,
  listMissing,
  openPhotoStore,
} from '../server/photo-storage.ts';
import { findSetting } from '../store/settings.ts';
import type { Queryable } from '../store/statement.ts';
import type { Store } from '../store/store.ts';
import { databaseIdSetting } from '../store/tables.ts';
import type { Finding } from './finding.ts';

/** For `petstore check`. */
const manyPhotos = 1_000;
const shownKeyLength = 60;

/** What is wrong with media keys, which name the files of photos; `undefined` if they are ours, as far as their form tells. */
export async function describeWrongMediaKeys(db: Queryable): Promise<string | undefined> {
  const wrong = await findWrongMediaKeys(db);
  if (wrong.length === 0) return undefined;
  const keys = wrong.map(({ owner, mediaKey }) => `${owner} ("${escapeInvisible(mediaKey.slice(0, shownKeyLength))}")`);
  return `there are media keys that petstore does not issue: ${listSome(keys)}; delete these rows`;
}

/** For `petstore check`: whether the newest photos have their files. */
export async function checkPhotoFiles({ reader }: Store, files: PhotoStore | undefined): Promise<Finding> {
  const name = 'photos';
  const wrong = await describeWrongMediaKeys(reader);
  if (wrong !== undefined) return { name, state: 'error', detail: wrong };
  if (files === undefined) return await describeDisabled(reader, 'warning');
  try {
    const { photos, missing } = await findMissingFiles(reader, files, manyPhotos);
    if (photos === 0) return { name, state: 'ok', detail: 'there are none' };
    if (missing.length > 0) {
      const detail = `${describeMissingFiles({ photos, missing }, files)}: ${listMissing(missing)}; ${adviceOnMissing}`;
      return { name, state: 'error', detail };
    }
    const which = photos < manyPhotos ? 'every photo' : `each of the newest ${photos} photos`;
    return { name, state: 'ok', detail: `${which} has its files in ${files.location}` };
  } catch (error) {
    return { name, state: 'error', detail: `the files in ${files.location} cannot be read: ${describeError(error)}` };
  }
}

async function describeDisabled(reader: Queryable, state: Finding['state']): Promise<Finding> {
  const name = 'photos';
  const { variable } = settings.mediaLocation;
  const [photo] = await findNewestPhotos(reader, 1n);
  if (photo === undefined) return { name, state: 'ok', detail: `they are disabled; ${variable} enables them` };
  return { name, state, detail: `the database has photos, but ${variable} is not set, so their files are not found` };
}

/**
 * For `petstore doctor`: what the service would find in the place of the photos when it starts. Changes nothing.
 * @param database `older` if it cannot be read before it is migrated
 */
export async function examinePhotos(
  config: MediaConfig | undefined,
  database: Store | 'new' | 'older',
): Promise<Finding> {
  const name = 'photos';
  const files = openPhotoStore(config);
  const reader = typeof database === 'object' ? database.reader : undefined;
  if (files === undefined) {
    return reader ? await describeDisabled(reader, 'error') : { name, state: 'ok', detail: 'they are disabled' };
  }
  try {
    await files.examine();
    const owner = await files.readOwner();
    const databaseId = reader && (await findSetting(reader, databaseIdSetting));
    if (owner !== undefined && database !== 'older' && owner !== databaseId) {
      return { name, state: 'error', detail: describeForeignPhotos(files) };
    }
    const search = reader && (await findMissingFiles(reader, files, fewPhotos));
    if (search === undefined || search.missing.length === 0) {
      return { name, state: 'ok', detail: `they can be stored in ${files.location}` };
    }
    return { name, state: 'error', detail: `${describeMissingFiles(search, files)}; ${adviceOnMissing}` };
  } catch (error) {
    const isExpected = error instanceof StartError;
    const detail = isExpected ? error.message : `cannot read ${files.location}: ${describeError(error)}`;
    return { name, state: 'error', detail };
  }
}
