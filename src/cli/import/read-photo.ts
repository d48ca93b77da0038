import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { type PhotoSource, UnusablePhotoError } from '../../../client/import/import-photos.ts';
import { maxImageBytes } from '../../media/image.ts';

interface PhotoReaderOptions {
  /** The folder with the files; without it, photos are only at addresses. */
  folder: string | undefined;
  /** How long a server may take to send a photo, in milliseconds. */
  timeoutMs?: number;
}

/** Reads the photos of an import, of at most 20 MB each. */
export function photoReader({ folder, timeoutMs = 30_000 }: PhotoReaderOptions): PhotoSource['readPhoto'] {
  return async (photo, signal) => {
    if (/^https?:/i.test(photo)) return toImage(await fetchPhoto(photo, timeoutMs, signal));
    if (folder !== undefined) return toImage(await readPhotoFile(folder, photo));
    throw new UnusablePhotoError('It is no http or https address; for file names, give --photo-folder.');
  };
}

async function fetchPhoto(address: string, timeoutMs: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, timeout]) });
    if (!response.ok) {
      await response.body?.cancel();
      throw new UnusablePhotoError(`The server responded with the status ${response.status}.`);
    }
    return await readBounded(response);
  } catch (error) {
    if (error instanceof UnusablePhotoError || signal.aborted) throw error;
    if (timeout.aborted) throw new UnusablePhotoError(`It did not arrive within ${timeoutMs / 1_000} seconds.`);
    throw new UnusablePhotoError(`It cannot be fetched: ${messageOf(error)}`);
  }
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop cancels the transfer.
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxImageBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, sizeBytes));
}

/** A file in the folder, or in one below it: also a link must not lead out of it. */
async function readPhotoFile(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const root = await realpath(folder);
  if (!isWithin(resolve(root, name), root)) throw outside();
  try {
    const path = await realpath(resolve(root, name));
    if (!isWithin(path, root)) throw outside();
    const { size } = await regularFile(path);
    if (size > maxImageBytes) throw tooLarge();
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof UnusablePhotoError) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new UnusablePhotoError(
      isMissing ? 'There is no such file in the folder.' : `It cannot be read: ${messageOf(error)}`,
    );
  }
}

async function regularFile(path: string) {
  const found = await stat(path);
  if (!found.isFile()) throw new UnusablePhotoError('It is not a file.');
  return found;
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

const signatures: readonly (readonly [mediaType: string, start: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/**
 * An image with the media type that its first bytes tell. A server may name another one, and a file may be misnamed.
 * @throws UnusablePhotoError
 */
export function toImage(bytes: Uint8Array<ArrayBuffer>): Blob {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  const type = signatures.find(([, signature]) => signature.test(start))?.[0];
  if (type === undefined) throw new UnusablePhotoError('It is not a JPEG, PNG, WebP or GIF image.');
  return new Blob([bytes], { type });
}

function tooLarge(): UnusablePhotoError {
  return new UnusablePhotoError(`It is larger than ${maxImageBytes / 1_000_000} MB.`);
}

function outside(): UnusablePhotoError {
  return new UnusablePhotoError('It is outside of the folder.');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
