import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import { insertOf, placeholders, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { NewPhoto, Photo } from './model.ts';

/** A photo as far as its files are concerned. */
export type StoredPhoto = Pick<Photo, 'id' | 'petId' | 'mediaKey' | 'width' | 'height'>;

const values = 'pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at';
const columns = `id, ${values}, focal_x, focal_y`;
const toPhoto = asObject<Photo>(columns);
const insert = statement<never>(`INSERT INTO pet_photos (${values}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);
const save = statement<never>(
  'UPDATE pet_photos SET position = $1, alternative_text = $2, focal_x = $3, focal_y = $4 WHERE id = $5',
);
const remove = execute<[id: bigint]>('DELETE FROM pet_photos WHERE id = $1');
const removeOfPet = execute<[petId: bigint]>('DELETE FROM pet_photos WHERE pet_id = $1');
const addRemoved = insertOf<never>(2, (rows) => `INSERT INTO removed_media (media_key, removed_at) VALUES ${rows}`);

export const findPhoto = oneRow<[id: bigint], Photo>(`SELECT ${columns} FROM pet_photos WHERE id = $1`, toPhoto);

/** The photos that were added last, the newest first. */
export const findNewestPhotos = allRows<[limit: bigint], Photo>(
  `SELECT ${columns} FROM pet_photos ORDER BY id DESC LIMIT $1`,
  toPhoto,
);

export async function findPhotosOfPet(db: Queryable, petId: bigint): Promise<Photo[]> {
  return (await findPhotosOfPets(db, [petId])).get(petId) ?? [];
}

/** The photos of several animals with one statement, those of each in their order. Animals without photos are missing. */
export async function findPhotosOfPets(db: Queryable, petIds: readonly bigint[]): Promise<Map<bigint, Photo[]>> {
  if (petIds.length === 0) return new Map();
  const ids = placeholders(1, petIds.length);
  const photos = statement<Row>(
    `SELECT ${columns} FROM pet_photos WHERE pet_id IN ${ids} ORDER BY pet_id, position, id`,
  );
  return Map.groupBy((await db.query(photos, petIds)).map(toPhoto), ({ petId }) => petId);
}

/** The last of the photos that an animal has, or 0. */
export const findLastPhotoId = oneInteger<[petId: bigint]>('SELECT max(id) FROM pet_photos WHERE pet_id = $1');

/** The size of the photo with this media key; `undefined` if there is no such photo. */
export const findStoredSize = oneRow<[mediaKey: string], Pick<Photo, 'width' | 'height'>>(
  'SELECT width, height FROM pet_photos WHERE media_key = $1',
  ([width, height]: readonly [bigint, bigint]) => ({ width, height }),
);

/** Photos by ascending id, with what tells their files. */
export const findStoredPhotos = allRows<[after: bigint, limit: bigint], StoredPhoto>(
  'SELECT id, pet_id, media_key, width, height FROM pet_photos WHERE id > $1 ORDER BY id LIMIT $2',
  asObject<StoredPhoto>('id, pet_id, media_key, width, height'),
);

/** Those of the media keys that a photo has. */
export async function findMediaKeys(db: Queryable, mediaKeys: readonly string[]): Promise<Set<string>> {
  if (mediaKeys.length === 0) return new Set();
  const used = statement<readonly [mediaKey: string]>(
    `SELECT media_key FROM pet_photos WHERE media_key IN ${placeholders(1, mediaKeys.length)}`,
  );
  return new Set((await db.query(used, mediaKeys)).map(([mediaKey]) => mediaKey));
}

export async function insertPhoto(tx: Transaction, petId: bigint, position: bigint, photo: NewPhoto): Promise<Photo> {
  const { mediaKey, alternativeText, width, height, color, placeholder, createdAt } = photo;
  const params = [petId, position, mediaKey, alternativeText, width, height, color, placeholder, createdAt];
  return { id: await tx.insert(insert, params), petId, position, ...photo };
}

/** Stores all that changes: the position, the alternative text and the focal point. */
export async function savePhoto(tx: Transaction, photo: Photo): Promise<void> {
  const { id, position, alternativeText, focalX = null, focalY = null } = photo;
  await tx.query(save, [position, alternativeText, focalX, focalY, id]);
}

/** Deletes a photo. Its files remain to be removed. */
export async function deletePhotoRow(tx: Transaction, { id, mediaKey }: Photo, at: bigint): Promise<void> {
  await remove(tx, id);
  await tx.query(addRemoved(1), [mediaKey, at]);
}

/** Deletes all photos of an animal. Their files remain to be removed. */
export async function deletePhotosOfPet(tx: Transaction, petId: bigint, at: bigint): Promise<void> {
  const photos = await findPhotosOfPet(tx, petId);
  if (photos.length === 0) return;
  await removeOfPet(tx, petId);
  const params = photos.flatMap(({ mediaKey }) => [mediaKey, at]);
  await tx.query(addRemoved(photos.length), params);
}

/** The media keys of removed photos whose files are still to be removed, up to `limit`. */
export const findRemovedMedia = allRows<[limit: bigint], string>(
  'SELECT media_key FROM removed_media ORDER BY media_key LIMIT $1',
  firstColumn<string>,
);

/** Records that the files of a removed photo are gone. */
export const forgetRemovedMedia = execute<[mediaKey: string]>('DELETE FROM removed_media WHERE media_key = $1');
