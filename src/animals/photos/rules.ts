import { found, ServiceError } from '../../errors/service-error.ts';
import { isEqual } from '../../lib/objects.ts';
import type { Stamp } from '../../record/events/model.ts';
import { insertEvents } from '../../record/events/sql.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { requireImport } from '../imports/rules.ts';
import { followPhoto } from '../imports/sql.ts';
import { requirePet } from '../pets/rules.ts';
import { findUpdatedAt, touchPet } from '../pets/sql.ts';
import { maxPhotos, type NewPhoto, type Photo } from './model.ts';
import {
  deletePhotoRow,
  findLastPhotoId,
  findPhoto,
  findPhotosOfPet,
  forgetRemovedMedia,
  insertPhoto,
  savePhoto,
} from './sql.ts';

export interface PhotoChanges {
  alternativeText?: string;
  position?: number;
  /** `null` removes it. */
  focalPoint?: { x: number; y: number } | null;
}

/** @throws ServiceError `photo_not_found` */
export async function requirePhoto(db: Queryable, petId: bigint, id: bigint): Promise<Photo> {
  const photo = await findPhoto(db, id);
  const ofPet = photo?.petId === petId ? photo : undefined;
  return await found(ofPet, 'photo_not_found', () => `The animal ${petId} has no photo with the id ${id}.`);
}

/** The photos of an animal, in their order. @throws ServiceError `pet_not_found` */
export async function requirePhotos(db: Queryable, petId: bigint): Promise<Photo[]> {
  const photos = await findPhotosOfPet(db, petId);
  if (photos.length === 0) await requirePet(db, petId);
  return photos;
}

/** Checks that an animal can have one photo more. @throws ServiceError `pet_not_found`, `too_many_photos` */
export async function requireRoom(db: Queryable, petId: bigint): Promise<number> {
  const { length } = await requirePhotos(db, petId);
  if (length < maxPhotos) return length;
  throw new ServiceError(
    'too_many_photos',
    `The animal ${petId} has ${maxPhotos} photos, which is the most it can have. Remove one first. Nothing was changed.`,
  );
}

/** Adds a photo after the others. @throws ServiceError `pet_not_found`, `import_not_found`, `too_many_photos` */
export async function appendPhoto(
  tx: Transaction,
  petId: bigint,
  draft: Omit<NewPhoto, 'createdAt'>,
  stamp: Stamp,
): Promise<Photo> {
  const { at, importId } = stamp;
  const position = BigInt(await requireRoom(tx, petId));
  const [changedAt, last] = [await findUpdatedAt(tx, petId), await findLastPhotoId(tx, petId)];
  const added = await insertPhoto(tx, petId, position, { ...draft, createdAt: at });
  await recordChange(tx, petId, stamp);
  if (importId !== undefined) {
    await requireImport(tx, importId);
    await followPhoto(tx, at, added.id, importId, petId, changedAt, last);
  }
  return added;
}

/** Changes a photo; with another position the photos between it and the earlier one move. */
export async function changePhoto(tx: Transaction, photo: Photo, changes: PhotoChanges, stamp: Stamp): Promise<Photo> {
  const photos = await findPhotosOfPet(tx, photo.petId);
  const others = photos.filter(({ id }) => id !== photo.id);
  const position = Math.min(changes.position ?? Number(photo.position), others.length);
  const { alternativeText = photo.alternativeText, focalPoint } = changes;
  const { focalX: _, focalY: __, ...unfocused } = photo;
  const changed: Photo = {
    ...(focalPoint === undefined ? photo : unfocused),
    ...(focalPoint && { focalX: BigInt(focalPoint.x), focalY: BigInt(focalPoint.y) }),
    position: BigInt(position),
    alternativeText,
  };
  if (isEqual(changed, photo)) return photo;
  await savePhoto(tx, changed);
  await renumber(tx, others.toSpliced(position, 0, changed));
  await recordChange(tx, photo.petId, stamp);
  return changed;
}

/** Removes a photo; those after it move up. */
export async function removePhoto(tx: Transaction, photo: Photo, stamp: Stamp): Promise<void> {
  await deletePhotoRow(tx, photo, stamp.at);
  await renumber(tx, await findPhotosOfPet(tx, photo.petId));
  await recordChange(tx, photo.petId, stamp);
}

/** Gives photos the positions that they have in the list. */
async function renumber(tx: Transaction, photos: readonly Photo[]): Promise<void> {
  for (const [index, photo] of photos.entries()) {
    if (photo.position !== BigInt(index)) await savePhoto(tx, { ...photo, position: BigInt(index) });
  }
}

/** Every change writes the animal's row, so that concurrent changes of its photos conflict. */
async function recordChange(tx: Transaction, petId: bigint, stamp: Stamp): Promise<void> {
  const pet = await requirePet(tx, petId);
  await touchPet(tx, stamp.at, petId);
  await insertEvents(tx, [{ type: 'pet.photos_changed', ...stamp, before: pet, after: pet }]);
}

/** Records that the files of removed photos are gone. */
export const forgetMedia: Command<{ mediaKeys: readonly string[] }, null> = {
  name: 'forgetMedia',
  async run(tx, { mediaKeys }) {
    for (const mediaKey of mediaKeys) await forgetRemovedMedia(tx, mediaKey);
    return null;
  },
};
