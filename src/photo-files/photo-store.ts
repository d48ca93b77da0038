import { type Photo, photoFileNames } from '../animals/photos/model.ts';

/** A file of a photo, by the name that it has among the files of its photo. */
export interface PhotoFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The photo whose files are stored under a media key. */
export interface KeptPhoto {
  readonly mediaKey: string;
  /** Epoch milliseconds. */
  readonly storedAt: number;
}

/** What a client asks for of a file (RFC 9110, sections 9.3 and 14). */
export interface FileRequest {
  readonly method: string;
  readonly range: string | null;
}

/** A file, or the requested part of it; with the status 416 if it has no such part. */
export interface FileContent {
  readonly status: number;
  /** The headers that describe the part and its length; missing where the runtime sets them itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The bytes of the body; `undefined` where the bucket does not say. */
  readonly sizeBytes?: number | undefined;
  readonly body: (Blob & { readonly length?: undefined }) | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** The file that names the database to which the photos belong, with what to do about it in further lines. */
export const ownerFile = 'petstore-database.txt';

export function printOwner(databaseId: string): string {
  return `${databaseId}
The photos here belong to the petstore database with this id. Another database, such as a restored backup, needs a place of
its own: each would remove photos of the other. Delete this file only if that database is no longer used.
`;
}

/** The id in the file; `undefined` if there is none. */
export async function readOwnerFile(file: Pick<Bun.BunFile, 'exists' | 'text'>): Promise<string | undefined> {
  return (await file.exists()) ? (await file.text()).split('\n', 1).join('').trim() : undefined;
}

export function notAKey(): Error {
  return new Error('the name of a photo is not one that this program issues');
}

/**
 * Where the files of photos are. Files are never changed once they are stored. A text that is no media key names no files: none
 * can be stored, found or removed under it.
 */
export interface PhotoStore {
  /** Where it is, without secrets, for the operator. */
  readonly location: string;
  /** Checks that files can be stored, and creates a missing folder. @throws StartError */
  check(): Promise<void>;
  /** Checks the same, but changes nothing: a missing folder is one that can be created. @throws StartError */
  examine(): Promise<void>;
  /** The id of the database to which the photos belong; `undefined` before the first one has taken the place. */
  readOwner(): Promise<string | undefined>;
  /** Makes the place that of a database, or with `undefined` of the next one that takes it. */
  writeOwner(databaseId: string | undefined): Promise<void>;
  /** Stores the files of a photo. When this resolves, all of them are durable. */
  put(mediaKey: string, files: readonly PhotoFile[]): Promise<void>;
  /** Reads a file of a photo; `undefined` if it does not exist. */
  get(mediaKey: string, name: string, request: FileRequest): Promise<FileContent | undefined>;
  /** Removes the files of a photo, if there are any. */
  delete(mediaKey: string): Promise<void>;
  /** Lists the photos that have files, also incomplete ones. */
  list(): AsyncIterable<KeptPhoto>;
}

/** The first file of a photo that is missing, if any. None is read: a store has whole files only. */
export async function findMissingName(
  store: PhotoStore,
  photo: Pick<Photo, 'mediaKey' | 'width' | 'height'>,
): Promise<string | undefined> {
  for (const name of namesOf(photo)) {
    if ((await store.get(photo.mediaKey, name, { method: 'HEAD', range: null })) === undefined) return name;
  }
  return undefined;
}

export function namesOf({ width, height }: Pick<Photo, 'width' | 'height'>): string[] {
  return photoFileNames({ width: Number(width), height: Number(height) });
}
