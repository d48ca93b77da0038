import { shallowEqual } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { type Fetch, NoAnswerError } from '../../client/index.ts';
import { gatewayStatuses, readRetryAfterMs } from '../../client/transport/retry.ts';
import { texts } from '../texts/texts.ts';
import { basePath } from './environment.ts';

interface ServerState {
  /** Whether the last request got no response, or the browser has gone offline since. */
  readonly isUnreachable: boolean;
  readonly isOffline: boolean;
  /** When the rate limit ends (epoch milliseconds); `undefined` if it is not exceeded. */
  readonly limitedUntil: number | undefined;
}

let state: ServerState = { isUnreachable: false, isOffline: !navigator.onLine, limitedUntil: undefined };
const listeners = new Set<() => void>();

function change(changes: Partial<ServerState>): void {
  const next = { ...state, ...changes };
  if (shallowEqual(next, state)) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How often the browser has gone offline. */
let timesOffline = 0;

window.addEventListener('offline', () => {
  timesOffline++;
  change({ isUnreachable: true, isOffline: true });
});
window.addEventListener('online', () => {
  change({ isOffline: false });
  void ping();
});

/** `fetch`, which also records whether the server responds and whether the rate limit is exceeded. */
export async function watchedFetch(url: string, init: RequestInit, send: Fetch = fetch): Promise<Response> {
  const before = timesOffline;
  try {
    const response = await send(url, init);
    // What was on its way when the browser went offline says nothing about the server.
    if (before === timesOffline) change({ isUnreachable: gatewayStatuses.has(response.status) });
    if (response.status === 429) noteLimit(readRetryAfterMs(response.headers));
    return response;
  } catch (error) {
    // A cancelled request says nothing about the server.
    if (init.signal?.aborted !== true) change({ isUnreachable: true });
    throw error;
  }
}

function noteLimit(retryAfterMs: number): void {
  const limitedUntil = Date.now() + retryAfterMs;
  // All 429 responses of one window end at the same time.
  if (state.limitedUntil !== undefined && state.limitedUntil >= limitedUntil) return;
  change({ limitedUntil });
  setTimeout(() => {
    if (state.limitedUntil === limitedUntil) change({ limitedUntil: undefined });
  }, retryAfterMs);
}

/** A change could not even be sent, because the browser was offline. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

/**
 * Makes a call that changes something.
 * @throws NotSentError instead of NoAnswerError when the browser was offline from the beginning to the end, in which time it
 * contacts no other machine (`navigator.onLine` of HTML)
 */
export async function sendOnline<Result>(call: () => Promise<Result>): Promise<Result> {
  let wasOnline = navigator.onLine;
  const note = () => {
    wasOnline = true;
  };
  window.addEventListener('online', note);
  try {
    return await call();
  } catch (error) {
    throw error instanceof NoAnswerError && !wasOnline
      ? new NotSentError(texts.ui.nothingSent, { cause: error })
      : error;
  } finally {
    window.removeEventListener('online', note);
  }
}

export async function ping(): Promise<void> {
  await watchedFetch(`${basePath}/livez`, { cache: 'no-store' }).catch(() => undefined);
}

export function useServerState(): ServerState {
  return useSyncExternalStore(subscribe, () => state);
}
