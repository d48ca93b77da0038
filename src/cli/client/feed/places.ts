import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Bucket, connectBucket, listObjects } from '../../../media/bucket-store.ts';
import { openFile } from '../../output.ts';

/** Where a feed is. Names of files have slashes. */
export interface FeedPlace {
  /** All files, each with what tells one content of it from another: a size and a time, or an ETag. */
  list(): Promise<Map<string, string>>;
  read(name: string): Promise<string>;
  /** Replaces a file by a whole one. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
}

/** What a command leaves behind that was killed while it wrote a file. */
const partialFile = /\.([0-9]+)\.partial$/;

export function folderPlace(folder: string): FeedPlace {
  return {
    async list() {
      mkdirSync(folder, { recursive: true });
      const files = new Map<string, string>();
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const [, writer] = partialFile.exec(entry.name) ?? [];
        if (writer !== undefined) {
          if (!isRunning(Number(writer))) rmSync(path, { force: true });
          continue;
        }
        const { size, mtimeMs } = statSync(path);
        files.set(relative(folder, path), `${size} ${mtimeMs}`);
      }
      return files;
    },
    async read(name) {
      return readFileSync(join(folder, name), 'utf8');
    },
    async write(name, content) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      const file = openFile(path);
      try {
        await file.write(content);
        file.complete();
      } catch (error) {
        file.discard();
        throw error;
      }
    },
    async remove(name) {
      rmSync(join(folder, name), { force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const mediaTypes: Readonly<Record<string, string>> = { jpg: 'image/jpeg', json: 'application/json' };

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
      const type = mediaTypes[name.split('.').at(-1) ?? ''] ?? 'text/csv; charset=utf-8';
      await client.write(prefix + name, content, { type });
    },
    remove: (name) => client.delete(prefix + name),
  };
}
