import { S3Client } from 'bun';
import { StartError } from '../lib/errors.ts';
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

/** An S3-compatible bucket and how to reach it. Missing values come from the usual `AWS_*` and `S3_*` variables. */
export interface Bucket {
  name: string;
  /** Before the names of the files, without slashes at its ends; may be empty. */
  prefix: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** How long a bucket may take to begin its response. */
const timeoutMs = 10_000;
const linkSeconds = 60;
const pageSize = 1_000;

/** Stores the files of photos in an S3-compatible bucket: `PREFIX/abcd…/320.webp`. */
export class BucketStore implements PhotoStore {
  readonly location: string;
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(bucket: Bucket) {
    const { name, prefix } = bucket;
    this.location = `s3://${name}/${prefix}`;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#client = connectBucket(bucket);
  }

  async check(): Promise<void> {
    try {
      await this.#client.list({ prefix: this.#prefix, maxKeys: 1 });
    } catch (cause) {
      throw new StartError(`cannot store photos in ${this.location}: ${describeBucketError(cause)}`, { cause });
    }
  }

  async examine(): Promise<void> {
    await this.check();
  }

  async readOwner(): Promise<string | undefined> {
    return await readOwnerFile(this.#client.file(this.#prefix + ownerFile));
  }

  async writeOwner(databaseId: string | undefined): Promise<void> {
    const name = this.#prefix + ownerFile;
    if (databaseId === undefined) await this.#client.delete(name);
    else await this.#client.write(name, printOwner(databaseId));
  }

  async put(mediaKey: string, files: readonly PhotoFile[]): Promise<void> {
    if (!isPhotoKey(mediaKey)) throw notAKey();
    await Promise.all(files.map(({ name, bytes }) => this.#client.write(this.#nameOf(mediaKey, name), bytes)));
  }

  /** Passes on the response of the bucket, which knows length and range, while it arrives. */
  async get(mediaKey: string, name: string, { method, range }: FileRequest): Promise<FileContent | undefined> {
    if (!isPhotoKey(mediaKey)) return undefined;
    const isHead = method === 'HEAD';
    const link = this.#client.presign(this.#nameOf(mediaKey, name), {
      method: isHead ? 'HEAD' : 'GET',
      expiresIn: linkSeconds,
    });
    const { status, headers, body } = await fetchInTime(link, {
      method: isHead ? 'HEAD' : 'GET',
      headers: range === null ? {} : { Range: range },
    });
    const described = (names: readonly string[]) =>
      Object.fromEntries(names.map((header) => [header, headers.get(header)] as const).filter(isPresent));
    if (status === 200 || status === 206) {
      const passedOn = described(['Content-Length', 'Content-Range', 'Accept-Ranges']);
      const length = headers.get('Content-Length');
      const sizeBytes = isHead ? 0 : length === null ? undefined : Number(length);
      return { status, headers: passedOn, sizeBytes, body: isHead ? null : body };
    }
    await body?.cancel();
    if (status === 404) return undefined;
    if (status === 416) return { status, headers: described(['Content-Range']), body: null };
    throw new Error(`the bucket of photos has responded with ${status}`);
  }

  async delete(mediaKey: string): Promise<void> {
    if (!isPhotoKey(mediaKey)) return;
    const prefix = this.#nameOf(mediaKey, '');
    const { contents = [] } = await this.#client.list({ prefix, maxKeys: pageSize });
    for (const { key } of contents) await this.#client.delete(key);
  }

  async *list(): AsyncIterable<KeptPhoto> {
    let last = '';
    for await (const { key, lastModified } of listObjects(this.#client, this.#prefix)) {
      const [mediaKey = ''] = key.slice(this.#prefix.length).split('/');
      if (mediaKey === last || !isPhotoKey(mediaKey)) continue;
      last = mediaKey;
      yield { mediaKey, storedAt: Date.parse(String(lastModified)) };
    }
  }

  /** All files, as `KEY/NAME`. */
  protected async listFiles(): Promise<Set<string>> {
    const files = new Set<string>();
    for await (const { key } of listObjects(this.#client, this.#prefix)) files.add(key.slice(this.#prefix.length));
    return files;
  }

  #nameOf(mediaKey: string, name: string): string {
    return `${this.#prefix}${mediaKey}/${name}`;
  }
}

/** For a copy of many photos: a list tells which files are there, because a request for each of them would take long. */
export class ListedBucketStore extends BucketStore {
  #files: Promise<Set<string>> | undefined;

  override async put(mediaKey: string, files: readonly PhotoFile[]): Promise<void> {
    await super.put(mediaKey, files);
    for (const { name } of files) (await this.#files)?.add(`${mediaKey}/${name}`);
  }

  override async get(mediaKey: string, name: string, request: FileRequest): Promise<FileContent | undefined> {
    if (request.method !== 'HEAD') return await super.get(mediaKey, name, request);
    this.#files ??= this.listFiles();
    if (!(await this.#files).has(`${mediaKey}/${name}`)) return undefined;
    return { status: 200, headers: {}, sizeBytes: 0, body: null };
  }
}

export function connectBucket({ name, endpoint, region, accessKeyId, secretAccessKey }: Bucket): S3Client {
  return new S3Client({
    bucket: name,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(accessKeyId && { accessKeyId }),
    ...(secretAccessKey && { secretAccessKey }),
  });
}

interface BucketObject {
  key: string;
  size?: number;
  lastModified?: string;
  eTag?: string;
}

/** All objects whose keys begin with a prefix, by ascending key. */
export async function* listObjects(client: S3Client, prefix: string): AsyncIterable<BucketObject> {
  for (let startAfter: string | undefined = ''; startAfter !== undefined; ) {
    const page = await client.list({ prefix, maxKeys: pageSize, ...(startAfter !== '' && { startAfter }) });
    const contents: BucketObject[] = page.contents ?? [];
    yield* contents;
    startAfter = page.isTruncated ? contents.at(-1)?.key : undefined;
  }
}

/** Rejects when no response begins in time. Its body takes as long as the client does that it is for. */
async function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  const controller = new AbortController();
  using _timer = setTimeout(() => controller.abort(new Error('the bucket of photos does not respond')), timeoutMs);
  return await fetch(url, { ...init, signal: controller.signal });
}

function isPresent(header: readonly [name: string, value: string | null]): header is readonly [string, string] {
  return header[1] !== null;
}

/** What a client of the bucket reports, without the request, which is signed. */
export function describeBucketError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `${error.message} (${error.code})` : error.message;
}
