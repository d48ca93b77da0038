import type { LookupAddress } from 'node:dns';
import { readdirSync, statSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { resolve, sep } from 'node:path';
import { maxImageBytes } from '../../../contract/limits.ts';
import { type PhotoSource, photoTooLarge, toImage, UnusablePhotoError } from '../../../importer/run/import-photos.ts';
import { PhotoFiles } from '../../../importer/run/photo-files.ts';
import { findAddresses, lookUpAs } from '../../../src/lib/addresses/public-addresses.ts';
import { errorCodeOf, messageOf } from '../../../src/lib/errors.ts';
import { unusable } from '../../exit.ts';

export interface PhotoOptions {
  photos?: string;
  photoFolder?: string;
  photoPrivate?: boolean;
}

/** Where photos come from; `undefined` when they are not asked for. @throws CommandError when there is no such folder */
export function openPhotos({
  photos,
  photoFolder: folder,
  photoPrivate = false,
}: PhotoOptions): (Omit<PhotoSource, 'rejectedPhotos'> & { files: PhotoFiles | undefined }) | undefined {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw unusable(`There is no directory ${folder}.`);
  }
  if (photos === undefined && folder === undefined) return undefined;
  // A file of somebody else must not make this machine call services in its own network.
  const policy = {
    reachesPrivateAddresses: photoPrivate,
    rule: 'without --photo-private, photos come from public ones only',
  };
  const files =
    folder === undefined ? undefined : new PhotoFiles(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  const readPhoto = photoReader({ folder, files, findAddresses: (host) => findAddresses(host, policy) });
  if (photos !== undefined || files === undefined) return { readPhoto, files };
  return { readPhoto, files, findPhotos: (reference) => files.ofReference(reference) };
}

interface PhotoReaderOptions {
  /** The folder with the files; without it, photos are only at addresses. */
  folder: string | undefined;
  /** What is in the folder. */
  files?: PhotoFiles | undefined;
  /** The addresses of a host from which a photo may be fetched. @throws Error when it must not be contacted */
  findAddresses: (host: string) => Promise<readonly LookupAddress[]>;
  /** How long a server may take to send a photo, in milliseconds. */
  timeoutMs?: number;
}

export function photoReader(options: PhotoReaderOptions): PhotoSource['readPhoto'] {
  const { folder, files } = options;
  return async (photo, signal) => {
    if (/^https?:/i.test(photo)) return toImage(await fetchPhoto(photo, options, signal));
    if (folder !== undefined) return toImage(await readPhotoFile(folder, files?.use(photo) ?? photo));
    throw new UnusablePhotoError('It is no http or https address; for file names, give --photo-folder.');
  };
}

const maxRedirects = 5;

async function fetchPhoto(
  address: string,
  { findAddresses, timeoutMs = 30_000 }: PhotoReaderOptions,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (!/^https?:$/.test(url.protocol)) throw new UnusablePhotoError(`It redirects to ${url.protocol}, not http.`);
      const response = await get(url, await findAddresses(url.hostname), either);
      const { statusCode: status = 0, headers } = response;
      if (status >= 200 && status < 300) return await readBounded(response);
      response.destroy();
      if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) {
        throw new UnusablePhotoError(`The server responded with the status ${status}.`);
      }
      url = new URL(headers.location, url);
    }
    throw new UnusablePhotoError(`It cannot be fetched: more than ${maxRedirects} redirects`);
  } catch (error) {
    if (error instanceof UnusablePhotoError || signal.aborted) throw error;
    if (timeout.aborted) throw new UnusablePhotoError(`It did not arrive within ${timeoutMs / 1_000} seconds.`);
    throw new UnusablePhotoError(`It cannot be fetched: ${messageOf(error)}`);
  }
}

function get(url: URL, addresses: readonly LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { 'User-Agent': 'petstore', Accept: 'image/*' };
  return new Promise((resolve, reject) => {
    // Without an agent the connection is a new one: a pooled one could go to another address.
    open(url, { agent: false, lookup: lookUpAs(addresses), headers, signal }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readBounded(response: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop cancels the transfer.
  for await (const chunk of response) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxImageBytes) throw photoTooLarge();
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
    if (size > maxImageBytes) throw photoTooLarge();
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof UnusablePhotoError) throw error;
    if (errorCodeOf(error) === 'ENOENT') throw new UnusablePhotoError('There is no such file in the folder.');
    throw new UnusablePhotoError(`It cannot be read: ${messageOf(error)}`);
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

function outside(): UnusablePhotoError {
  return new UnusablePhotoError('It is outside of the folder.');
}
