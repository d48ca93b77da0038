import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { UploadProgress } from '../transport/upload.ts';
import type { Photo, PhotoChanges } from '../types.gen.ts';

/** How a photo is added. */
export interface AddPhotoOptions extends WriteOptions {
  /**
   * The media type of the image; by default that of a `Blob` or `File`, or what its first bytes tell.
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

/** The photos of animals. */
export interface Photos {
  /**
   * Lists the photos of an animal, in their order. The first one stands for the animal.
   * @example const [first] = await client.photos.list(17n);
   */
  list(petId: bigint, options?: CallOptions): Promise<Photo[]>;
  /**
   * Reads one photo.
   * @example const { sources } = await client.photos.get(17n, 7n);
   */
  get(petId: bigint, id: bigint, options?: CallOptions): Promise<Photo>;
  /**
   * Adds a photo after the others: a JPEG, PNG, WebP or GIF image of at most 20 MB. When this resolves, it is stored
   * durably.
   * @throws PetstoreError `invalid_image`, `image_too_large`, `payload_too_large`, `unsupported_media_type`, `too_many_photos`
   * @example await client.photos.add(17n, input.files[0]);
   * @example await client.photos.add(17n, await readFile('frank.jpg'));
   */
  add(petId: bigint, image: Blob | Uint8Array<ArrayBuffer>, options?: AddPhotoOptions): Promise<Photo>;
  /**
   * Changes the alternative text or the position of a photo, and gives it as it is then.
   * @example await client.photos.update(17n, 7n, { position: 0n });
   */
  update(petId: bigint, id: bigint, changes: PhotoChanges, options?: ChangeOptions): Promise<Photo>;
  /**
   * Removes a photo for good. The addresses of its files respond with 410 from then on.
   * @example await client.photos.remove(17n, 7n);
   */
  remove(petId: bigint, id: bigint, options?: ChangeOptions): Promise<void>;
}
