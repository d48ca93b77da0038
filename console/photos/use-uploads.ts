import { useEffect, useRef, useState } from 'react';
import { findImageType, imageSignatureBytes } from '../../client/import/import-photos.ts';
import { PetstoreError } from '../../client/index.ts';
import { maxImageMegabytes } from '../../client/limits.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useSession } from '../session/session.tsx';
import { explain } from '../ui/failure.tsx';
import { useRefreshPhotos } from './use-photos.ts';

/** A file on its way to the server. */
export interface PhotoUpload {
  /** Also makes sure that trying again adds the photo once. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** How much of it was sent, from 0 to 1. */
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

  const send = async ({ key, file }: PhotoUpload) => {
    change(key, { state: 'sending', share: 0 });
    const { signal } = cancelled.current;
    try {
      await client.photos.add(petId, file, {
        mediaType: (await readImageType(file)) ?? file.type,
        idempotencyKey: key,
        signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          change(key, { share: totalBytes === 0 ? 1 : sentBytes / totalBytes }),
      });
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
    /** Those that are not done. */
    list,
    add: (files: readonly File[]) =>
      setList((before) => [
        ...before,
        ...files.map((file) => ({ key: randomIdempotencyKey(), file, state: 'waiting', share: 0 }) as const),
      ]),
    retry: ({ key }: PhotoUpload) => change(key, { state: 'waiting' }),
    dismiss: ({ key }: PhotoUpload) => drop(key),
  };
}

/** A browser knows the media type from the name of a file alone, which is often wrong. */
async function readImageType(file: File): Promise<string | undefined> {
  return findImageType(new Uint8Array(await file.slice(0, imageSignatureBytes).arrayBuffer()));
}

/** What an error code means to somebody who has chosen a file. */
const explanations: Readonly<Record<string, string>> = {
  unsupported_media_type: 'This is not a JPEG, PNG, WebP or GIF image. Save or export it as JPEG, then add that file.',
  payload_too_large: `This file has more than ${maxImageMegabytes} MB. Save the photo in a smaller size, then add that file.`,
};

function explainUpload(error: unknown): string {
  return (error instanceof PetstoreError ? explanations[error.code] : undefined) ?? explain(error);
}
