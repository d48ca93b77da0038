import { constants, existsSync, lstatSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCodeOf, messageOf, StartError } from '../lib/errors.ts';
import { randomBase62 } from '../lib/random.ts';
import { isPhotoKey } from './photo-key.ts';
import {
  type FileContent,
  type FileRequest,
  type KeptPhoto,
  notAKey,
  ownerFile,
  type PhotoFile,
  type PhotoStore,
  printOwner,
  readOwnerFile,
} from './photo-store.ts';

const fileMode = 0o600;
const folderMode = 0o700;
const partialSuffix = '.partial';
const partialNameLength = 8;

/** Stores the files of each photo in a folder of its own: `PATH/ab/abcd…/320.webp`. */
export class FolderStore implements PhotoStore {
  readonly location: string;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.location = path;
  }

  async check(): Promise<void> {
    try {
      const created = await mkdir(this.#path, { recursive: true, mode: folderMode });
      if (created !== undefined) await flush(dirname(created));
    } catch (cause) {
      throw cannotStore(this.#path, cause);
    }
    await this.examine();
  }

  async examine(): Promise<void> {
    try {
      let path = resolve(this.#path);
      while (!existsSync(path)) path = dirname(path);
      // The slash makes it an error that it is a file.
      await access(`${path}/`, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (cause) {
      throw cannotStore(this.#path, cause);
    }
  }

  async readOwner(): Promise<string | undefined> {
    return await readOwnerFile(Bun.file(join(this.#path, ownerFile)));
  }

  async writeOwner(databaseId: string | undefined): Promise<void> {
    const path = join(this.#path, ownerFile);
    if (databaseId === undefined) return await rm(path, { force: true });
    // Other nodes may write the same at this moment.
    const partial = `${path}.${randomBase62(partialNameLength)}${partialSuffix}`;
    await writeDurably(partial, Buffer.from(printOwner(databaseId)));
    await rename(partial, path);
    await flush(this.#path);
  }

  /** The folder gets its name when all files in it are on the disk, so that a crash leaves all of them or none. */
  async put(mediaKey: string, files: readonly PhotoFile[]): Promise<void> {
    if (!isPhotoKey(mediaKey)) throw notAKey();
    const folder = this.#folderOf(mediaKey);
    const partial = folder + partialSuffix;
    const parent = dirname(folder);
    if (isLink(parent)) throw cannotStore(parent, new Error('it is a symbolic link, which could lead to any folder'));
    const isNewParent = (await mkdir(parent, { recursive: true, mode: folderMode })) !== undefined;
    await mkdir(partial, { mode: folderMode });
    try {
      for (const { name, bytes } of files) await writeDurably(join(partial, name), bytes);
      await flush(partial);
      await rename(partial, folder);
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
    await flush(parent);
    if (isNewParent) await flush(this.#path);
  }

  /** The runtime opens the file in this thread, too, and sends it, or the part of it that the request asks for. */
  async get(mediaKey: string, name: string, { method, range }: FileRequest): Promise<FileContent | undefined> {
    if (!isPhotoKey(mediaKey)) return undefined;
    const folder = this.#folderOf(mediaKey);
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    // In a backup of somebody else a link can lead to any file.
    if (!found?.isFile() || isLink(folder) || isLink(dirname(folder))) return undefined;
    const sizeBytes = method === 'HEAD' ? 0 : sizeOfPart(range, found.size);
    if (sizeBytes === undefined)
      return { status: 416, headers: { 'Content-Range': `bytes */${found.size}` }, body: null };
    return { status: 200, sizeBytes, body: Bun.file(path) };
  }

  async delete(mediaKey: string): Promise<void> {
    if (!isPhotoKey(mediaKey)) return;
    const folder = this.#folderOf(mediaKey);
    // What `get` does not find because of a link is not the store's to remove.
    if (isLink(dirname(folder))) return;
    await rm(folder, { recursive: true, force: true });
    await rm(folder + partialSuffix, { recursive: true, force: true });
  }

  async *list(): AsyncIterable<KeptPhoto> {
    for (const parent of await readFolder(this.#path)) {
      for (const name of await readFolder(join(this.#path, parent))) {
        const mediaKey = name.replace(partialSuffix, '');
        if (!isPhotoKey(mediaKey)) continue;
        const found = await ifThere(stat(join(this.#path, parent, name)));
        if (found !== undefined) yield { mediaKey, storedAt: found.mtimeMs };
      }
    }
  }

  #folderOf(mediaKey: string): string {
    return join(this.#path, mediaKey.slice(0, 2), mediaKey);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function cannotStore(path: string, cause: unknown): StartError {
  return new StartError(`cannot store photos in ${path}: ${messageOf(cause)}`, { cause });
}

const singleRange = /^bytes=(\d*)-(\d*)$/;

/**
 * How much of a file a request asks for (RFC 9110, section 14.1.2); `undefined` if that is nothing of it. Of several ranges,
 * and of one that ends before it begins, all of it is sent.
 */
function sizeOfPart(range: string | null, size: number): number | undefined {
  const [, first = '', last = ''] = singleRange.exec(range ?? '') ?? [];
  if (first === '') return last === '' ? size : Math.min(Number(last), size) || undefined;
  if (last !== '' && Number(last) < Number(first)) return size;
  if (Number(first) >= size) return undefined;
  return (last === '' ? size : Math.min(Number(last) + 1, size)) - Number(first);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', fileMode);
  await file.writeFile(bytes);
  await file.sync();
}

/** Makes the names in a folder durable. */
async function flush(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function readFolder(path: string): Promise<string[]> {
  const entries = (await ifThere(readdir(path, { withFileTypes: true }))) ?? [];
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** What is read of a path; `undefined` if it does not exist. */
async function ifThere<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
