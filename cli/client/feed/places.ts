import { type Dirent, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Bucket, connectBucket, listObjects } from '../../../src/photo-files/bucket-store.ts';
import { CommandError } from '../../exit.ts';
import { targetOfPartial, writeWhole } from '../../output.ts';

/** Where a feed is. Names of files have slashes. */
export interface FeedPlace {
  /** All files, each with what tells one content of it from another: a size and a time, or an ETag. */
  list(): Promise<Map<string, string>>;
  read(name: string): Promise<string>;
  /** Replaces a file by a whole one. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what a killed command has left of files with these names. */
  removeAbandoned(isOwn: (name: string) => boolean): Promise<void>;
}

/** How old a file must be that a killed command has left behind, so that no other command is writing it. */
const abandonedMs = 3_600_000;

/** A portal may write into this folder, too: no link in it leads to files elsewhere. The folder itself may be a link. */
export function folderPlace(folder: string): FeedPlace {
  const listFiles = () =>
    filesIn(folder).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, name: relative(folder, path), ...lstatSync(path) };
    });
  /** @throws CommandError: whoever has put a link there may want the files elsewhere, so it is not replaced */
  const pathOf = (name: string) => {
    const folders = name.split('/').slice(0, -1);
    const link = folders.map((_, index) => join(folder, ...folders.slice(0, index + 1))).find(isLink);
    if (link === undefined) return join(folder, name);
    throw new CommandError(
      `the feed is not up to date. ${link} is a symbolic link, and a feed has its files in its own folder; remove the link`,
    );
  };
  return {
    async list() {
      mkdirSync(folder, { recursive: true });
      return new Map(listFiles().map(({ name, size, mtimeMs }) => [name, `${size} ${mtimeMs}`]));
    },
    async removeAbandoned(isOwn) {
      for (const { path, name, mtimeMs } of listFiles()) {
        const target = targetOfPartial(name);
        if (target === undefined || !isOwn(target)) continue;
        if (Date.now() - mtimeMs > abandonedMs) rmSync(path, { force: true });
      }
    },
    async read(name) {
      return readFileSync(join(folder, name), 'utf8');
    },
    async write(name, content) {
      const path = pathOf(name);
      mkdirSync(dirname(path), { recursive: true });
      if (isLink(path)) rmSync(path);
      await writeWhole(path, content);
    },
    async remove(name) {
      rmSync(pathOf(name), { force: true });
    },
  };
}

/** The runtime's own recursive listing follows links. */
function filesIn(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return filesIn(join(folder, entry.name));
    return entry.isFile() ? [entry] : [];
  });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** A part of an S3-compatible bucket, which shows an object when all of it is there. */
export function bucketPlace(bucket: Bucket): FeedPlace {
  const client = connectBucket(bucket);
  const prefix = bucket.prefix === '' ? '' : `${bucket.prefix}/`;
  return {
    async list() {
      const files = new Map<string, string>();
      for await (const { key, eTag = '' } of listObjects(client, prefix)) files.set(key.slice(prefix.length), eTag);
      return files;
    },
    read: (name) => client.file(prefix + name).text(),
    async write(name, content) {
      const type = name.endsWith('.jpg') ? 'image/jpeg' : 'text/csv; charset=utf-8';
      await client.write(prefix + name, content, { type });
    },
    remove: (name) => client.delete(prefix + name),
    async removeAbandoned() {},
  };
}
