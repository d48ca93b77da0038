import { baseHeaders, type Reply } from '../http/response/reply.ts';
import { describeError, type Log } from '../lib/log.ts';
import type { Media } from '../media/media.ts';
import type { FileContent } from '../media/media-store.ts';
import { ServiceError } from '../model/errors.ts';
import { photoFileNames, photoFormats } from '../model/photos.ts';
import { findStoredSize } from '../repositories/photos.ts';
import type { Store } from '../store/store.ts';
import type { Site } from './site.ts';

export const mediaFolder = '/media';
const mediaPath = /^\/media\/([0-9a-f]+)\/(\d+\.(?:webp|jpg))$/;

/**
 * Serves the files of photos without a key, because their addresses cannot be guessed. The row of a photo decides whether
 * it is there, so a removed one is gone at once.
 */
export function createMediaPages(store: Store, media: Media, log: Log): Site {
  return (path) => {
    const [, mediaKey, name] = mediaPath.exec(path) ?? [];
    if (mediaKey === undefined || name === undefined) return undefined;
    return (context) => serve({ store, media, log }, { mediaKey, name }, context.request);
  };
}

interface Dependencies {
  readonly store: Store;
  readonly media: Media;
  readonly log: Log;
}

interface FileName {
  readonly mediaKey: string;
  readonly name: string;
}

async function serve(dependencies: Dependencies, file: FileName, request: Request): Promise<Reply> {
  await requirePhoto(dependencies, file);
  const content = await read(dependencies, file, request);
  if (content !== undefined) return toReply(file, content);
  // It may have been removed between the two reads.
  await requirePhoto(dependencies, file);
  dependencies.log.error('a photo lacks a file', { ...file, location: dependencies.media.store.location });
  throw notReadable();
}

/** @throws ServiceError `photo_removed`, `not_found` */
async function requirePhoto({ store, media }: Dependencies, { mediaKey, name }: FileName): Promise<void> {
  const size = media.keys.isIssued(mediaKey) ? await findStoredSize(store.reader, mediaKey) : null;
  if (size === undefined) throw new ServiceError('photo_removed', 'This photo, or its animal, was removed.');
  if (size !== null && photoFileNames({ width: Number(size.width), height: Number(size.height) }).includes(name))
    return;
  throw new ServiceError('not_found', 'There is no such photo.');
}

async function read(
  { media, log }: Dependencies,
  { mediaKey, name }: FileName,
  { method, headers }: Request,
): Promise<FileContent | undefined> {
  try {
    return await media.store.get(mediaKey, name, { method, range: headers.get('Range') });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    log.error('could not read a file of a photo', { mediaKey, name, cause: describeError(error) });
    throw notReadable(error);
  }
}

function toReply({ mediaKey, name }: FileName, { status, headers, body }: FileContent): Reply {
  const type = photoFormats.find(({ extension }) => name.endsWith(extension))?.mediaType ?? '';
  const described = baseHeaders({
    'Content-Type': type,
    // The content of an address never changes.
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${mediaKey.slice(0, 16)}-${name}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...headers,
  });
  return { status, headers: described, body };
}

function notReadable(cause?: unknown): ServiceError {
  const message = 'The storage of photos is not available. Try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
