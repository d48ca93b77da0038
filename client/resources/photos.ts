import { isPhoto, isPhotos } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import { isEmptyBody } from '../transport/shape.ts';
import { type CallOptions, type ChangeOptions, Resource, type WriteOptions } from '../transport/transport.ts';
import type { UploadProgress } from '../transport/upload.ts';

/** A photo of an animal. */
export type Photo = components['schemas']['Photo'];
/** What is to change of a photo. */
export type PhotoChanges = components['schemas']['PhotoChanges'];

/** How a photo is added. */
export interface AddPhotoOptions extends WriteOptions {
  /**
   * The media type of the image; that of a `Blob` or `File` by default.
   * @example { mediaType: 'image/jpeg' }
   */
  mediaType?: string | undefined;
  /**
   * Called while the image is sent, and from the beginning for each retry. Outside of browsers, which alone can tell how
   * much was sent, it is called with nothing and with everything.
   * @example { onProgress: ({ sentBytes, totalBytes }) => bar.show(sentBytes / totalBytes) }
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The photos of animals. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Photos extends Resource {
  /**
   * Lists the photos of an animal, in their order. The first one stands for the animal.
   * @example const [first] = await client.photos.list(17n);
   */
  async list(petId: bigint, options: CallOptions = {}): Promise<Photo[]> {
    return await this.transport.call('GET', pathTo`/pets/${petId}/photos`, isPhotos, options);
  }

  /**
   * Reads one photo.
   * @example const { sources } = await client.photos.get(17n, 7n);
   */
  async get(petId: bigint, id: bigint, options: CallOptions = {}): Promise<Photo> {
    return await this.transport.call('GET', pathTo`/pets/${petId}/photos/${id}`, isPhoto, options);
  }

  /**
   * Adds a photo after the others: a JPEG, PNG, WebP or GIF image of at most 20 MB. When this resolves, it is stored
   * durably.
   * @throws PetstoreError `invalid_image`, `image_too_large`, `payload_too_large`, `unsupported_media_type`, `too_many_photos`
   * @example await client.photos.add(17n, input.files[0]);
   * @example await client.photos.add(17n, await readFile('frank.jpg'), { mediaType: 'image/jpeg' });
   */
  async add(petId: bigint, image: Blob | Uint8Array<ArrayBuffer>, options: AddPhotoOptions = {}): Promise<Photo> {
    const { mediaType, onProgress, ...others } = options;
    const body = image instanceof Blob ? image : new Blob([image]);
    const upload = { body, mediaType: mediaType ?? body.type, onProgress };
    return await this.transport.call('POST', pathTo`/pets/${petId}/photos`, isPhoto, others, { upload });
  }

  /**
   * Changes the alternative text or the position of a photo, and gives it as it is then.
   * @example await client.photos.update(17n, 7n, { position: 0n });
   */
  async update(petId: bigint, id: bigint, changes: PhotoChanges, options: ChangeOptions = {}): Promise<Photo> {
    return await this.transport.call('PATCH', pathTo`/pets/${petId}/photos/${id}`, isPhoto, options, {
      body: changes,
    });
  }

  /**
   * Removes a photo for good. The addresses of its files respond with 410 from then on.
   * @example await client.photos.remove(17n, 7n);
   */
  async remove(petId: bigint, id: bigint, options: ChangeOptions = {}): Promise<void> {
    await this.transport.call('DELETE', pathTo`/pets/${petId}/photos/${id}`, isEmptyBody, options);
  }
}
