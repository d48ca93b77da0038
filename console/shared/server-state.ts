import { useSyncExternalStore } from 'react';

let isAway = false;
const listeners = new Set<() => void>();

function setAway(away: boolean): void {
  if (away === isAway) return;
  isAway = away;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What a proxy answers that does not reach the server (RFC 9110, sections 15.6.3 and 15.6.5). */
export const awayStatuses: ReadonlySet<number> = new Set([502, 504]);

/** The standard `fetch`, which notes whether the server answers. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    setAway(awayStatuses.has(response.status));
    return response;
  } catch (error) {
    // Whoever gives a request up says nothing about the server.
    if (init.signal?.aborted !== true) setAway(true);
    throw error;
  }
}

/** Asks the server whether it lives. */
export async function knock(): Promise<void> {
  await watchedFetch('/livez', { cache: 'no-store' }).catch(() => undefined);
}

/** Whether the last request was left without an answer. */
export function useIsServerAway(): boolean {
  return useSyncExternalStore(subscribe, () => isAway);
}
