import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Client, PetstoreError, type Photo } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { maxImageMegabytes } from '../../contract/limits.ts';
import { findImageType, imageSignatureBytes } from '../../importer/run/import-photos.ts';
import { sendOnline } from '../lib/server-state.ts';
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
  readonly share: number;
  readonly failure?: string | undefined;
  /** Whether the file itself is at fault. */
  readonly isRefused?: boolean;
}

export type Uploads = ReturnType<typeof useUploads>;

/** Sends photos of an animal, one after the other. Leaving the page cancels those that are not done. */
export function useUploads(petId: bigint) {
  const { client } = useSession();
  const refresh = useRefreshPhotos(petId);
  const [list, setList] = useState<readonly PhotoUpload[]>([]);
  const cancelled = useRef(new AbortController());
  const before = useRef(Promise.resolve());

  useEffect(() => {
    const current = new AbortController();
    cancelled.current = current;
    return () => current.abort();
  }, []);

  const change = (key: string, changes: Partial<PhotoUpload>) =>
    setList((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const drop = (key: string) => setList((all) => all.filter((upload) => upload.key !== key));

  const send = async (photo: ChosenPhoto) => {
    const { key } = photo;
    const { signal } = cancelled.current;
    try {
      signal.throwIfAborted();
      await sendOnline(() => sendPhoto(client, petId, photo, { signal, onShare: (share) => change(key, { share }) }));
      await refresh();
      drop(key);
    } catch (error) {
      const isRefused = error instanceof PetstoreError && [400, 413, 415].includes(error.status);
      if (!signal.aborted) change(key, { failure: explainUpload(error), isRefused });
    }
  };
  const enqueue = (photo: ChosenPhoto) => {
    before.current = before.current.then(() => send(photo));
  };

  return {
    list,
    add(files: readonly File[]) {
      const chosen = choosePhotos(files);
      setList((all) => [...all, ...chosen.map((photo) => ({ ...photo, share: 0 }))]);
      for (const photo of chosen) enqueue(photo);
    },
    retry(upload: PhotoUpload) {
      change(upload.key, { share: 0, failure: undefined });
      enqueue(upload);
    },
    dismiss: ({ key }: PhotoUpload) => drop(key),
  };
}
