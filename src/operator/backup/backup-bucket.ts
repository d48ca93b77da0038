import { basename } from 'node:path';
import { type Bucket, connectBucket, describeBucketError, listObjects } from '../../photo-files/bucket-store.ts';
import { StorageError } from '../../store/store.ts';
import { readContents } from './backup.ts';
import { timeOfBackup } from './backup-names.ts';
import type { Backup, BackupPlace } from './backup-place.ts';

/** What is stored beside a backup, as the last of it: what a file says of itself, and what it must be. */
interface Description {
  databaseId?: string | undefined;
  animals: string;
  schemaVersion: number;
  sha256: string;
}

/** Backups in a part of a bucket, each with a description that `NAME.json` has: a list needs none of the backups. */
export class BackupBucket implements BackupPlace {
  readonly location: string;
  readonly #client: Bun.S3Client;
  readonly #prefix: string;

  constructor(bucket: Bucket) {
    this.#prefix = bucket.prefix === '' ? '' : `${bucket.prefix}/`;
    this.location = `s3://${bucket.name}/${this.#prefix}`.replace(/\/$/, '');
    this.#client = connectBucket(bucket);
  }

  pathOf(name: string): string {
    return `${this.location}/${name}`;
  }

  async list(): Promise<Backup[]> {
    return await this.#explaining(`cannot list ${this.location}`, async () => {
      const sizes = new Map<string, number>();
      // Photos of backups have other names.
      for await (const { key, size = 0 } of listObjects(this.#client, `${this.#prefix}petstore-`)) {
        sizes.set(key.slice(this.#prefix.length), size);
      }
      const backups: Backup[] = [];
      for (const [name, sizeBytes] of [...sizes].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const at = timeOfBackup(name);
        if (at === undefined) continue;
        const found = sizes.has(`${name}.json`) ? await this.#describe(name).catch(asUnreadable) : undefined;
        const contents = found && { ...found, databaseId: found.databaseId, animals: BigInt(found.animals) };
        backups.push({ name, at, sizeBytes, contents });
      }
      return backups;
    });
  }

  /** Stores a verified file, and reads it again. @throws StorageError */
  async upload(path: string): Promise<void> {
    const name = basename(path);
    await this.#explaining(`cannot write ${this.pathOf(name)}`, async () => {
      const object = this.#client.file(this.#prefix + name);
      const sha256 = await digest(Bun.file(path));
      await object.write(Bun.file(path));
      if ((await digest(object)) !== sha256) {
        await object.delete();
        throw new Error('the bucket has returned other bytes than were written');
      }
      const { databaseId, animals, schemaVersion } = await readContents(path);
      const description: Description = { databaseId, animals: String(animals), schemaVersion, sha256 };
      await this.#client.write(`${this.#prefix}${name}.json`, `${JSON.stringify(description)}\n`);
    });
  }

  /** @throws StorageError also when it is not the file that was written */
  async download(name: string, path: string): Promise<void> {
    await this.#explaining(`cannot read ${this.pathOf(name)}`, async () => {
      await Bun.write(path, this.#client.file(this.#prefix + name));
      if (!(await this.#client.exists(`${this.#prefix}${name}.json`))) return;
      if ((await this.#describe(name)).sha256 !== (await digest(Bun.file(path)))) {
        throw new Error('it is damaged; use another backup');
      }
    });
  }

  async remove(name: string): Promise<void> {
    await this.#explaining(`cannot remove ${this.pathOf(name)}`, async () => {
      await this.#client.delete(this.#prefix + name);
      await this.#client.delete(`${this.#prefix}${name}.json`);
    });
  }

  async #describe(name: string): Promise<Description> {
    return await this.#client.file(`${this.#prefix}${name}.json`).json();
  }

  async #explaining<Result>(failure: string, run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (cause) {
      throw new StorageError(`${failure}: ${describeBucketError(cause)}`, { cause });
    }
  }
}

/** A description that is damaged, or was removed meanwhile, makes its backup unreadable. Other errors are those of the bucket. */
function asUnreadable(error: unknown): undefined {
  if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'NoSuchKey')) return;
  throw error;
}

async function digest(file: Blob): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  for await (const piece of file.stream()) hash.update(piece);
  return hash.digest('hex');
}
