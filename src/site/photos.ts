import { photoFormats } from '../animals/photos/model.ts';
import { findStoredSize } from '../animals/photos/sql.ts';
import { ServiceError } from '../errors/service-error.ts';
import { isNotModified } from '../http/response/not-modified.ts';
import { baseHeaders, type Reply } from '../http/response/reply.ts';
import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { PhotoFiles } from '../photo-files/photo-files.ts';
import { type FileContent, namesOf } from '../photo-files/photo-store.ts';
import type { Store } from '../store/store.ts';
import type { Site } from './site.ts';

export const mediaFolder = '/media';
const mediaPath = /^\/media\/([0-9a-f]+)\/(\d+\.(?:webp|jpg))$/;

/**
 * Serves the files of photos without a key, because their addresses cannot be guessed. The row of a photo decides whether
 * it is there, so a removed one is gone at once.
 */
export function createPhotoPages(store: Store, media: PhotoFiles, log: Log): Site {
  return (path) => {
    const [, mediaKey, name] = mediaPath.exec(path) ?? [];
    if (mediaKey === undefined || name === undefined) return undefined;
    return (context) => serve({ store, media, log }, { mediaKey, name }, context.request);
  };
}

interface Dependencies {
  readonly store: Store;
  readonly media: PhotoFiles;
  readonly log: Log;
}

interface FileName {
  readonly mediaKey: string;
  readonly name: string;
}

async function serve(dependencies: Dependencies, file: FileName, request: Request): Promise<Reply> {
  await requirePhoto(dependencies, file);
  const ifNoneMatch = request.headers.get('If-None-Match');
  // Before the file is read: a bucket would send it. Also for a part of it (RFC 9110, section 13.2.2).
  if (ifNoneMatch !== null && isNotModified(ifNoneMatch, tagOf(file))) return notModified(file);
  const found = await read(dependencies, file, request);
  return found === undefined
    ? await handleMissing(dependencies, file)
    : toReply(dependencies.media, file, found, request);
}

/** @throws ServiceError `photo_removed` when the photo was removed meanwhile, `unavailable` otherwise */
async function handleMissing(dependencies: Dependencies, file: FileName): Promise<never> {
  // The reads of one event-loop tick share a snapshot.
  await new Promise((resolve) => setImmediate(resolve));
  await requirePhoto(dependencies, file);
  dependencies.log.error('a photo lacks a file', { ...file, location: dependencies.media.store.location });
  throw notReadable();
}

/** @throws ServiceError `photo_removed`, `not_found` */
async function requirePhoto({ store, media }: Dependencies, { mediaKey, name }: FileName): Promise<void> {
  const size = await findStoredSize(store.reader, mediaKey);
  if (size === undefined && media.keys.isIssued(mediaKey)) throw removed();
  if (size === undefined || !namesOf(size).includes(name))
    throw new ServiceError('not_found', 'There is no such photo.');
}

async function read(
  { media, log }: Dependencies,
  { mediaKey, name }: FileName,
  { method, headers }: Request,
): Promise<FileContent | undefined> {
  const { store } = media;
  try {
    return await store.get(mediaKey, name, { method, range: headers.get('Range') });
  } catch (error) {
    log.error('could not read a file of a photo', { mediaKey, name, cause: describeError(error) });
    throw notReadable(error);
  }
}

/** The content of an address never changes. */
const fileHeaders = (type: string, more: Record<string, string> = {}) =>
  baseHeaders({
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Anybody may read photos: so may scripts and canvases of other web sites.
    'Access-Control-Allow-Origin': '*',
    ...more,
  });

/** For each format: the headers of a whole file, and those of a part, to which the runtime adds `Accept-Ranges`. */
const sharedHeaders = photoFormats.map(({ extension, mediaType }) => ({
  extension,
  mediaType,
  whole: fileHeaders(mediaType, { 'Accept-Ranges': 'bytes' }),
  part: fileHeaders(mediaType),
}));

function headersOf({ name }: FileName) {
  const shared = sharedHeaders.find(({ extension }) => name.endsWith(extension));
  if (shared === undefined) throw new Error(`a photo has a file ${name}`);
  return shared;
}

function tagOf({ mediaKey, name }: FileName): string {
  return `"${mediaKey.slice(0, 16)}-${name}"`;
}

function notModified(file: FileName): Reply {
  return { status: 304, headers: headersOf(file).whole, perResponseHeaders: { ETag: tagOf(file) }, body: null };
}

function toReply(
  { metrics }: PhotoFiles,
  file: FileName,
  { status, headers, sizeBytes = 0, body }: FileContent,
  request: Request,
): Reply {
  if (status === 416) throw noSuchPart(headers);
  const { mediaType, whole, part } = headersOf(file);
  const isPart = request.method === 'GET' && request.headers.has('Range');
  const own = headers === undefined ? (isPart ? part : whole) : fileHeaders(mediaType, headers);
  metrics.bytesServed += sizeBytes;
  return { status, headers: own, perResponseHeaders: { ETag: tagOf(file) }, body };
}

/** Unlike a file it must not be cached: caches do not tell requests apart by their ranges (RFC 9111, section 2). */
function noSuchPart(headers: FileContent['headers'] = {}): ServiceError {
  return new ServiceError('range_not_satisfiable', 'The file has no such part: it ends before.', { headers });
}

function removed(): ServiceError {
  return new ServiceError('photo_removed', 'This photo, or its animal, was removed.');
}

function notReadable(cause?: unknown): ServiceError {
  const message = 'The storage of photos is not available. Try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
