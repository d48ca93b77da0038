import { availableParallelism } from 'node:os';
import type { Photo } from '../animals/photos/model.ts';
import { ServiceError } from '../errors/service-error.ts';
import { Histogram } from '../lib/histogram.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { decoderCommand } from '../lib/system/program-files.ts';
import type { ProcessedImage } from './decode-image.ts';
import { ImageDecoder } from './decoder-process.ts';
import { PhotoKeys } from './photo-key.ts';
import type { PhotoStore } from './photo-store.ts';

export type StoredImage = Pick<Photo, 'mediaKey' | 'width' | 'height' | 'color' | 'placeholder'>;

/** How many images are decoded at the same time, each in a process of its own. One can take 300 MB, and a processor core. */
const maxDecoded = Math.max(1, Math.min(2, availableParallelism() - 1));

const decodeBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What a process has done with photos since it was started. */
class PhotoMetrics {
  /** Uploads by their outcome: `stored`, `aborted` by the client, or the code of the error. */
  readonly uploads = new Map<string, number>([['stored', 0]]);
  /** Time to decode an image and to encode its files, without waiting for its turn. */
  readonly decodeSeconds = new Histogram(decodeBounds);
  bytesStored = 0;
  bytesServed = 0;
  /** Images that wait for their turn, and those that are decoded now. */
  waiting = 0;
  decoding = 0;

  countUpload(outcome: string): void {
    this.uploads.set(outcome, (this.uploads.get(outcome) ?? 0) + 1);
  }
}

/** The photos of an installation: their files and the names of these. */
export class PhotoFiles {
  readonly keys: PhotoKeys;
  readonly metrics = new PhotoMetrics();
  readonly #store: PhotoStore | undefined;
  readonly #turns = new Semaphore(maxDecoded);
  /** Those that have nothing to do. The one that has worked last is the first to work again, and the others may end. */
  readonly #idleDecoders: ImageDecoder[] = [];

  /** @param store missing where photos are disabled */
  constructor(store: PhotoStore | undefined, secret: string) {
    this.#store = store;
    this.keys = new PhotoKeys(secret);
  }

  /** @throws ServiceError `photos_disabled` */
  get store(): PhotoStore {
    if (this.#store === undefined) throw disabled();
    return this.#store;
  }

  /**
   * Processes an image and stores its files, durably.
   * @param keyId of the uploader: those who upload at the same time take turns
   * @param signal abandons an image that is not processed yet, and rejects with its reason
   * @throws ServiceError `photos_disabled`, `unsupported_media_type`, `image_too_large`, `invalid_image`, `unavailable`
   */
  async add(image: Uint8Array, keyId: bigint, signal: AbortSignal): Promise<StoredImage> {
    try {
      const stored = await this.#add(image, keyId, signal);
      this.metrics.countUpload('stored');
      return stored;
    } catch (error) {
      this.metrics.countUpload(outcomeOf(error, signal));
      throw error;
    }
  }

  async #add(image: Uint8Array, keyId: bigint, signal: AbortSignal): Promise<StoredImage> {
    const { store, metrics } = this;
    const { files, width, height, ...rest } = await this.#process(image, keyId, signal);
    const mediaKey = this.keys.issue();
    await store.put(mediaKey, files).catch((cause) => {
      throw notStored(cause);
    });
    for (const file of files) metrics.bytesStored += file.bytes.byteLength;
    return { mediaKey, width: BigInt(width), height: BigInt(height), ...rest };
  }

  async #process(image: Uint8Array, keyId: bigint, signal: AbortSignal): Promise<ProcessedImage> {
    const { metrics } = this;
    metrics.waiting++;
    await this.#turns.acquire(keyId, signal).finally(() => metrics.waiting--);
    metrics.decoding++;
    const startedAt = performance.now();
    const decoder = this.#idleDecoders.pop() ?? new ImageDecoder(decoderCommand);
    try {
      return await decoder.decode(image, signal);
    } finally {
      this.#idleDecoders.push(decoder);
      metrics.decodeSeconds.observe((performance.now() - startedAt) / 1_000);
      metrics.decoding--;
      this.#turns.release();
    }
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'aborted';
  return error instanceof ServiceError ? error.code : 'internal_error';
}

function disabled(): ServiceError {
  const message =
    'This service has no storage for photos: its operator has to set PETSTORE_MEDIA_URL. Nothing was changed.';
  return new ServiceError('photos_disabled', message);
}

function notStored(cause: unknown): ServiceError {
  const message = 'The storage of photos is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
