import { maxImageBytes, maxImageMegabytes, maxPixels } from '../../../contract/limits.ts';
import { change, upload } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { read } from '../../api/define.ts';
import type { WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import type { Static } from '../../api/schemas.ts';
import { imageTypes } from '../../photo-files/decode-image.ts';
import { ImportId } from '../../record/shapes/schemas.ts';
import type { Queryable } from '../../store/statement.ts';
import { petId } from '../pets/schemas.ts';
import { maxPhotos, type Photo as PhotoRecord, photoFileName, photoFormats, storedSizes } from './model.ts';
import {
  appendPhoto,
  changePhoto,
  forgetMedia,
  removePhoto,
  requirePhoto,
  requirePhotos,
  requireRoom,
} from './rules.ts';
import { Photo, PhotoChanges, Photos, photoId } from './schemas.ts';

/** A photo as clients get it. `origin` is the public address of the service, without the version segment. */
export function presentPhoto(photo: PhotoRecord, origin: string): Static<typeof Photo> {
  const [width, height] = [Number(photo.width), Number(photo.height)];
  const sources = storedSizes({ width, height }).flatMap((size) =>
    photoFormats.map((format) => ({
      url: `${origin}/media/${photo.mediaKey}/${photoFileName(size, format)}`,
      type: format.mediaType,
      ...size,
    })),
  );
  const { focalX, focalY, ...others } = photo;
  const focalPoint = focalX !== undefined && { focalPoint: { x: Number(focalX), y: Number(focalY) } };
  return { ...others, ...focalPoint, position: Number(photo.position), width, height, sources };
}

const listPhotos = read({
  id: 'listPhotos',
  path: path`/pets/${petId}/photos`,
  summary: 'List the photos of an animal',
  description: 'Returns all photos of an animal, in their order.',
  scope: 'pets:read',
  stability: 'beta',
  response: { status: 200, description: 'The photos.', schema: Photos },
  find: async (db, path, _query, { origin }) =>
    (await requirePhotos(db, path.petId)).map((photo) => presentPhoto(photo, origin)),
});

export const addPhoto = upload({
  id: 'addPhoto',
  method: 'POST',
  path: path`/pets/${petId}/photos`,
  summary: 'Add a photo',
  description:
    `Adds a photo to an animal, after its other photos, of which it can have ${maxPhotos}. The request body is the image. It is ` +
    'decoded and encoded anew: turned upright, in several sizes, and without metadata such as the place where it was taken. ' +
    'The files are durably stored before the response is sent.\n\n' +
    'Anyone who knows the address of a file can read it without a key. After the photo or its animal was removed the address ' +
    'responds with 410, but copies may remain in caches.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  mediaTypes: imageTypes,
  maxBytes: maxImageBytes,
  query: {
    importId: {
      schema: ImportId,
      description: 'The import that adds the photo. Its undo takes the photo back with the animal.',
    },
  },
  bodyDescription: `An image of at most ${maxImageMegabytes} MB and ${maxPixels / 1_000_000} million pixels: JPEG, PNG, WebP or GIF, of an animation the first frame.`,
  requireRoom: (path, db) => requireRoom(db, path.petId),
  prepare: ({ callerId, signal, bytes }, { media }) => media.add(bytes, callerId, signal),
  response: {
    status: 201,
    description: 'The added photo.',
    schema: Photo,
    location: (photo) => `/pets/${photo.petId}/photos/${photo.id}`,
  },
  errors: ['import_not_found', 'invalid_image', 'image_too_large', 'too_many_photos', 'photos_disabled'],
  run: async (tx, call) => {
    const photo = { ...call.body, alternativeText: '' };
    const importId = call.query?.['importId'];
    const stamp = { ...stampOf(call), ...(typeof importId === 'bigint' && { importId }) };
    return presentPhoto(await appendPhoto(tx, call.path.petId, photo, stamp), call.origin);
  },
});

const getPhoto = read({
  id: 'getPhoto',
  path: path`/pets/${petId}/photos/${photoId}`,
  summary: 'Get a photo',
  description: 'Returns one photo of an animal.',
  scope: 'pets:read',
  stability: 'beta',
  response: { status: 200, description: 'The photo.', schema: Photo },
  find: async (db, path, _query, { origin }) => presentPhoto(await requirePhoto(db, path.petId, path.photoId), origin),
});

const target = {
  schema: Photo,
  volatile: ['sources'] as const,
  find: async (db: Queryable, path: { petId: bigint; photoId: bigint }, { origin }: WriteCall) =>
    presentPhoto(await requirePhoto(db, path.petId, path.photoId), origin),
};

const updatePhoto = change({
  id: 'updatePhoto',
  method: 'PATCH',
  path: path`/pets/${petId}/photos/${photoId}`,
  summary: 'Change a photo',
  description: 'Changes the alternative text of a photo, its focal point, or its place among the photos of the animal.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: PhotoChanges,
  response: { status: 200, description: 'The changed photo.', schema: Photo },
  target,
  run: async (tx, _target, call) => {
    const { path, body, origin } = call;
    const photo = await requirePhoto(tx, path.petId, path.photoId);
    return presentPhoto(await changePhoto(tx, photo, body, stampOf(call)), origin);
  },
});

const deletePhoto = change({
  id: 'deletePhoto',
  method: 'DELETE',
  path: path`/pets/${petId}/photos/${photoId}`,
  summary: 'Remove a photo',
  description:
    'Removes a photo permanently; those after it move up. From then on the addresses of its files respond with 410. The ' +
    'files are deleted shortly afterwards.',
  scope: 'pets:write',
  stability: 'beta',
  response: { status: 204, description: 'The photo has been removed.' },
  target,
  run: async (tx, _target, call) =>
    removePhoto(tx, await requirePhoto(tx, call.path.petId, call.path.photoId), stampOf(call)),
});

export const photos: Resource = {
  tag: 'pets',
  operations: [listPhotos, addPhoto, getPhoto, updatePhoto, deletePhoto],
  commands: [forgetMedia],
};
