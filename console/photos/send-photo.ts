import { findImageType, imageSignatureBytes } from '../../client/import/import-photos.ts';
import { type Client, PetstoreError } from '../../client/index.ts';
import { maxImageMegabytes } from '../../client/limits.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { explain } from '../ui/failure.tsx';

/** A file that somebody has chosen. */
export interface ChosenPhoto {
  /** Also makes sure that trying again adds the photo once. */
  readonly key: string;
  readonly file: File;
}

export function choosePhotos(files: readonly File[]): ChosenPhoto[] {
  return files.map((file) => ({ key: randomIdempotencyKey(), file }));
}

interface SendOptions {
  signal?: AbortSignal;
  /** Told how much of it was sent, from 0 to 1. */
  onShare?: (share: number) => void;
}

/** Adds a photo to an animal. */
export async function sendPhoto(
  client: Client,
  petId: bigint,
  { key, file }: ChosenPhoto,
  { signal, onShare }: SendOptions = {},
): Promise<void> {
  await client.photos.add(petId, file, {
    mediaType: (await readImageType(file)) ?? file.type,
    idempotencyKey: key,
    ...(signal && { signal }),
    onProgress: ({ sentBytes, totalBytes }) => onShare?.(totalBytes === 0 ? 1 : sentBytes / totalBytes),
  });
}

/** A browser knows the media type from the name of a file alone, which is often wrong. */
async function readImageType(file: File): Promise<string | undefined> {
  return findImageType(new Uint8Array(await file.slice(0, imageSignatureBytes).arrayBuffer()));
}

/** What an error code means to somebody who has chosen a file. */
export function explainUpload(error: unknown): string {
  const code = error instanceof PetstoreError ? error.code : undefined;
  if (code === 'unsupported_media_type') return pageTexts.photos.notAnImage;
  return code === 'payload_too_large' ? pageTexts.photos.tooLarge(maxImageMegabytes) : explain(error);
}
