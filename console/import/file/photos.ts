import { type PhotoSource, photoTooLarge, toImage, UnusablePhotoError } from '../../../client/import/import-photos.ts';
import { photosByReference } from '../../../client/import/photos-by-reference.ts';
import { maxImageBytes } from '../../../client/limits.ts';

/** Photos that were chosen for the animals of a file. They are named after the references. */
export function photoSource(files: readonly File[]) {
  const byName = new Map(files.map((file) => [file.webkitRelativePath || file.name, file]));
  return {
    findPhotos: photosByReference([...byName.keys()]),
    async readPhoto(name: string) {
      const file = byName.get(name);
      if (file === undefined) throw new UnusablePhotoError('There is no such file.');
      if (file.size > maxImageBytes) throw photoTooLarge();
      const bytes = await file.arrayBuffer().catch((cause: unknown) => {
        throw new UnusablePhotoError('The file was changed, moved or deleted.', { cause });
      });
      return toImage(new Uint8Array(bytes));
    },
  } satisfies Omit<PhotoSource, 'rejectedPhotos'>;
}
