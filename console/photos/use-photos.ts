import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findImageType, imageSignatureBytes } from '../../client/import/import-photos.ts';
import { type Client, PetstoreError, type Photo } from '../../client/index.ts';
import { maxImageMegabytes } from '../../client/limits.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { explain } from '../ui/failure.tsx';

function photosKey(petId: bigint) {
  return ['pets', 'photos', String(petId)] as const;
}

/** The photos of an animal in their order; none when the animal is gone. */
export function usePhotos(petId: bigint) {
  const { client } = useSession();
  return useQuery<Photo[]>({
    queryKey: photosKey(petId),
    queryFn: async ({ signal }) =>
      (await client.photos.list(petId, { signal }).catch(unlessGone('pet_not_found'))) ?? [],
  });
}

export function useRefreshPhotos(petId: bigint): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: photosKey(petId) });
}

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
  if (code === 'unsupported_media_type') return texts.photos.notAnImage;
  return code === 'payload_too_large' ? texts.photos.tooLarge(maxImageMegabytes) : explain(error);
}

interface PhotoUpload extends ChosenPhoto {
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly share: number;
  readonly failure?: string;
}

export type Uploads = ReturnType<typeof useUploads>;

/** Sends photos of an animal, one after the other. Leaving the page cancels those that are not done. */
export function useUploads(petId: bigint) {
  const { client } = useSession();
  const refresh = useRefreshPhotos(petId);
  const [list, setList] = useState<readonly PhotoUpload[]>([]);
  const cancelled = useRef(new AbortController());
  const next = list.find(({ state }) => state === 'waiting');
  const isSending = list.some(({ state }) => state === 'sending');

  useEffect(() => {
    const current = new AbortController();
    cancelled.current = current;
    return () => current.abort();
  }, []);

  const change = (key: string, changes: Partial<PhotoUpload>) =>
    setList((before) => before.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const drop = (key: string) => setList((before) => before.filter((upload) => upload.key !== key));

  const send = async (upload: PhotoUpload) => {
    const { key } = upload;
    change(key, { state: 'sending', share: 0 });
    const { signal } = cancelled.current;
    try {
      await sendPhoto(client, petId, upload, { signal, onShare: (share) => change(key, { share }) });
      await refresh();
      drop(key);
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', failure: explainUpload(error) });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one is sent when the one before it is done
  useEffect(() => {
    if (next !== undefined && !isSending) void send(next);
  }, [next?.key, isSending]);

  return {
    list,
    add: (files: readonly File[]) =>
      setList((before) => [
        ...before,
        ...choosePhotos(files).map((photo) => ({ ...photo, state: 'waiting', share: 0 }) as const),
      ]),
    retry: ({ key }: PhotoUpload) => change(key, { state: 'waiting' }),
    dismiss: ({ key }: PhotoUpload) => drop(key),
  };
}
