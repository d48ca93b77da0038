import { useSyncExternalStore } from 'react';
import { parseRetryAfterMs } from '../../client/transport/retry.ts';

/** What this page knows of its way to the server. */
interface ServerState {
  /** Whether the last request was left without an answer, or the browser has lost its network since. */
  readonly isUnreachable: boolean;
  /** Whether the browser says that it has no network. */
  readonly isOffline: boolean;
  /** When the server takes requests of this key again (epoch milliseconds); `undefined` while it does. */
  readonly limitedUntil: number | undefined;
}

let state: ServerState = { isUnreachable: false, isOffline: !navigator.onLine, limitedUntil: undefined };
const listeners = new Set<() => void>();

function change(changes: Partial<ServerState>): void {
  const next = { ...state, ...changes };
  if (
    next.isUnreachable === state.isUnreachable &&
    next.isOffline === state.isOffline &&
    next.limitedUntil === state.limitedUntil
  ) {
    return;
  }
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

window.addEventListener('offline', () => change({ isUnreachable: true, isOffline: true }));
window.addEventListener('online', () => {
  change({ isOffline: false });
  void ping();
});

/** What a proxy answers that does not reach the server (RFC 9110, sections 15.6.3 and 15.6.5). */
const unreachableStatuses: ReadonlySet<number> = new Set([502, 504]);

/** The standard `fetch`, which notes whether the server answers, and whether it takes further requests. */
export async function watchedFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    change({ isUnreachable: unreachableStatuses.has(response.status) });
    if (response.status === 429) noteLimit(parseRetryAfterMs(response.headers.get('Retry-After'), Date.now()));
    return response;
  } catch (error) {
    // A cancelled request says nothing about the server.
    if (init.signal?.aborted !== true) change({ isUnreachable: true });
    throw error;
  }
}

function noteLimit(retryAfterMs: number): void {
  const limitedUntil = Date.now() + retryAfterMs;
  // Of several refusals in one window the first one tells as much as all.
  if (state.limitedUntil !== undefined && state.limitedUntil >= limitedUntil) return;
  change({ limitedUntil });
  setTimeout(() => {
    if (state.limitedUntil === limitedUntil) change({ limitedUntil: undefined });
  }, retryAfterMs);
}

/** Checks whether the server can be reached. */
export async function ping(): Promise<void> {
  await watchedFetch('/livez', { cache: 'no-store' }).catch(() => undefined);
}

/** Whether the server is out of reach. */
export function useIsServerUnreachable(): boolean {
  return useSyncExternalStore(subscribe, () => state.isUnreachable);
}

/** What this page knows of its way to the server. */
export function useServerState(): ServerState {
  return useSyncExternalStore(subscribe, () => state);
}
