import { useEffect, useRef, useState } from 'react';
import { useSession } from '../session/session.tsx';
import { type ChosenPhoto, choosePhotos, explainUpload, sendPhoto } from './send-photo.ts';
import { useRefreshPhotos } from './use-photos.ts';

/** A file on its way to the server. */
export interface PhotoUpload extends ChosenPhoto {
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
    /** Those that are not done. */
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
