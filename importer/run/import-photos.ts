import { type Answer, type Client, PetstoreError } from '../../client/index.ts';
import { isTransient } from '../../client/transport/retry.ts';
import { idempotencyHours, maxImageMegabytes } from '../../contract/limits.ts';
import { protectFromFormulas } from '../export/formulas.ts';

/** A photo that cannot be had, with the reason for the user. */
export class UnusablePhotoError extends Error {
  override readonly name = 'UnusablePhotoError';
}

/** Where the photos of an import come from, and where those go that are not added. */
export interface PhotoSource {
  /**
   * The image at an address or in a file.
   * @throws UnusablePhotoError, and the reason of the signal
   */
  readPhoto(photo: string, signal: AbortSignal): Promise<Blob>;
  /** The photos of the animal with this reference, for rows that name none. */
  findPhotos?: ((reference: string) => readonly string[]) | undefined;
  rejectedPhotos: RejectedPhotos;
}

/** The photos that were not added, as a CSV file: the line of the animal, the photo, and the reason. */
export class RejectedPhotos {
  readonly #write: (cells: readonly string[]) => void;
  #count = 0;

  /** `write` takes the header and then each photo; it is not called before the first photo is added. */
  constructor(write: (cells: readonly string[]) => void) {
    this.#write = write;
  }

  get count(): number {
    return this.#count;
  }

  add(line: number, photo: string, reason: string): void {
    if (this.#count === 0) this.#write(['line', 'photo', 'reason']);
    this.#write([String(line), protectFromFormulas(photo), reason]);
    this.#count += 1;
  }
}

/** The photos of a row whose animal was added, or was there. */
export interface RowPhotos {
  petId: bigint;
  line: number;
  photos: readonly string[];
  /** What the row is known by. */
  identity: string;
  /** Whether another import has added the animal. */
  isThere: boolean;
}

interface PhotoImportJob {
  client: Client;
  source: PhotoSource;
  hash(text: string): string;
  signal: AbortSignal;
  /** The number of photos in flight. */
  concurrency: number;
  /** Whether further ones are to be sent. */
  goesOn(): Promise<boolean>;
  /** Sends a request, and repeats it as the import does. */
  send<Result>(call: () => Promise<Result>): Promise<Result>;
}

/** What an import has added. `alreadyThere` is what an earlier run had added. */
export interface AddedCounts {
  added: number;
  alreadyThere: number;
}

/** Whether an earlier request has got the answer. */
export function isReplayed({ headers }: Answer): boolean {
  return headers.get('Idempotency-Replayed') === 'true';
}

/** Statuses of errors that concern one photo, or the animal, which may have been removed since. */
const photoErrorStatuses: ReadonlySet<number> = new Set([400, 404, 409, 413, 415, 422]);

/**
 * Adds photos to the animals of an import, those of one animal one after the other, in their order. The idempotency key
 * of a photo is derived from its row and its address or file name, so a repeated import adds no photo twice.
 */
export class PhotoImport {
  readonly counts: AddedCounts = { added: 0, alreadyThere: 0 };
  readonly #job: PhotoImportJob;

  constructor(job: PhotoImportJob) {
    this.#job = job;
  }

  reject(photos: readonly string[], line: number, reason: string): void {
    for (const photo of photos) this.#job.source.rejectedPhotos.add(line, photo, reason);
  }

  /** @throws the errors after which the next photos would fail as well */
  async addAll(rows: readonly RowPhotos[], importId: bigint): Promise<void> {
    const { concurrency, goesOn } = this.#job;
    const withPhotos = rows.filter(({ photos }) => photos.length > 0);
    const left = Map.groupBy(withPhotos, ({ petId }) => petId).values();
    const addNext = async () => {
      for (const group of left) {
        for (const row of group) if (await goesOn()) await this.#addOfRow(row, importId);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, addNext));
  }

  async #addOfRow(row: RowPhotos, importId: bigint): Promise<void> {
    const { rejectedPhotos } = this.#job.source;
    const { photos, line } = row;
    if (row.isThere && (await this.#hasOlderPhotos(row))) {
      this.counts.alreadyThere += photos.length;
      return;
    }
    for (const photo of photos) {
      try {
        await this.#add(row, photo, importId);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined) throw error;
        rejectedPhotos.add(line, photo, reason);
      }
    }
  }

  /** Whether an animal has photos whose idempotency keys the service may have forgotten. */
  async #hasOlderPhotos({ petId }: RowPhotos): Promise<boolean> {
    const { client, signal, send } = this.#job;
    const photos = await send(() => client.photos.list(petId, { signal }));
    const oldest = Date.now() - idempotencyHours * 3_600_000;
    return photos.some(({ createdAt }) => Date.parse(createdAt) < oldest);
  }

  async #add({ petId, identity }: RowPhotos, photo: string, importId: bigint): Promise<void> {
    const { client, source, hash, signal, send } = this.#job;
    const image = await source.readPhoto(photo, signal);
    const onAnswer = (answer: Answer) => {
      this.counts[isReplayed(answer) ? 'alreadyThere' : 'added'] += 1;
    };
    const options = { importId, idempotencyKey: hash(`${identity}\nphoto\n${photo}`), onAnswer, signal };
    await send(() => client.photos.add(petId, image, options));
  }
}

/** Why a photo was not added; `undefined` for errors that are not about the photo. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnusablePhotoError) return error.message;
  if (!(error instanceof PetstoreError) || !photoErrorStatuses.has(error.status) || isTransient(error))
    return undefined;
  if (error.code === 'unexpected_response') return undefined;
  if (error.code === 'idempotency_key_reused')
    return 'An earlier run added another image from this place. Remove it first, or add this one by hand.';
  return `${error.message} (${error.code})`;
}

const signatures: readonly (readonly [mediaType: string, start: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** How many bytes of an image tell its media type. */
export const imageSignatureBytes = 12;

/** An image with the media type that its first bytes tell. @throws UnusablePhotoError */
export function toImage(bytes: Uint8Array<ArrayBuffer>): Blob {
  const type = findImageType(bytes);
  if (type === undefined && isHeic(bytes))
    throw new UnusablePhotoError('It is a HEIC or AVIF image, as phones take them. Save it as JPEG.');
  if (type === undefined) throw new UnusablePhotoError('It is not a JPEG, PNG, WebP or GIF image.');
  return new Blob([bytes], { type });
}

export function photoTooLarge(): UnusablePhotoError {
  return new UnusablePhotoError(`It is larger than ${maxImageMegabytes} MB.`);
}

/** The media type of an image, from its first bytes: a server may name another one, and a file may be misnamed. */
export function findImageType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, imageSignatureBytes));
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

/** ISO base media with one of the brands of HEIF (ISO/IEC 23008-12) or AVIF. */
function isHeic(bytes: Uint8Array): boolean {
  return /^[\s\S]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|avi[fs])/.test(
    String.fromCharCode(...bytes.subarray(0, imageSignatureBytes)),
  );
}
