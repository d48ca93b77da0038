import { Skeleton } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import type { PetstoreEvent } from '../../client/index.ts';
import { wait } from '../../client/transport/retry.ts';
import { useIsServerUnreachable } from '../lib/server-state.ts';
import { useSession } from '../session/session.tsx';
import { followEvents } from './follow-events.ts';
import { createThrottle } from './throttle.ts';

/** Many changes within that time are one reason to read again. */
const refreshDelays = { delayMs: 250, maxDelayMs: 5_000 };
/** What has happened shows at least so often: that takes no request. */
const showDelays = { delayMs: 250, maxDelayMs: 250 };
/** So many events are unchanged at most. */
export const mostEvents = 100;
/** A query that does not succeed for so long keeps the others waiting no longer. */
const refreshTimeoutMs = 10_000;
/** A connection that takes longer keeps nobody waiting. */
const connectMs = 2_000;
/** What events tell nothing of. */
const unaffected: ReadonlySet<unknown> = new Set(['keys', 'webhooks', 'events']);
/** What an event of an animal or an order does not change either. */
const categories = 'categories';

/** What this page knows of what happens on the server. */
export interface Live {
  /** Whether changes show by themselves; false while the connection is being made, again or for the first time. */
  readonly isConnected: boolean;
  /**
   * Whether it is time to read: what is read before the connection is made would have to be read again, because
   * something may have happened in between.
   */
  readonly isReady: boolean;
  /** The id of the newest event when the connection was made; `undefined` as long as there was none. */
  readonly begin: bigint | undefined;
  /** The newest of what has happened since, the oldest first, without a gap. */
  readonly events: readonly PetstoreEvent[];
}

const LiveContext = createContext<Live>({ isConnected: false, isReady: true, begin: undefined, events: [] });

/** What this page knows of what happens on the server. */
export function useLive(): Live {
  return use(LiveContext);
}

/**
 * Follows the events of the server, and reads again what is shown and may have changed. A page that nobody sees does
 * not: a browser has six connections to a server for all of its tabs.
 */
export function LiveEvents({ children }: { children: ReactNode }) {
  const { client, can } = useSession();
  const queries = useQueryClient();
  const isAway = useIsServerUnreachable();
  const isVisible = useDocumentVisibility() === 'visible';
  const isFollowing = can('events:read') && isVisible && !isAway;
  const [live, setLive] = useState<Live>({ isConnected: false, isReady: !isFollowing, begin: undefined, events: [] });
  const isReady = useRef(!isFollowing);
  const known = useRef<Pick<Live, 'begin' | 'events'>>({ begin: undefined, events: [] });

  useEffect(() => {
    const change = (changes: Partial<Live>) => {
      isReady.current = true;
      setLive((before) => ({ ...before, isReady: true, ...changes }));
    };
    if (!isFollowing) {
      change({});
      return undefined;
    }
    const ended = new AbortController();
    const { signal } = ended;
    let areCategoriesStale = false;
    const reading = createThrottle(() => {
      const unchanged = areCategoriesStale ? unaffected : new Set([...unaffected, categories]);
      areCategoriesStale = false;
      return refresh(queries, unchanged, signal);
    }, refreshDelays);
    const showing = createThrottle(async () => change(known.current), showDelays);
    const readEverything = () => {
      if (!isReady.current) return;
      areCategoriesStale = true;
      reading.request();
    };
    const timer = setTimeout(() => change({}), connectMs);
    void followEvents(client, {
      signal,
      onConnected(begin) {
        // Something may have happened between what was read and this connection.
        readEverything();
        const newest = known.current.events.at(-1)?.id ?? known.current.begin;
        if (begin !== newest) known.current = { begin, events: [] };
        change({ isConnected: true, ...known.current });
      },
      onLost() {
        readEverything();
        change({ isConnected: false });
      },
      onEvent(event) {
        areCategoriesStale ||= event.category !== undefined;
        const { begin, events } = known.current;
        known.current = { begin, events: [...events, event].slice(-mostEvents) };
        reading.request();
        showing.request();
      },
    });
    return () => {
      clearTimeout(timer);
      ended.abort();
      reading.stop();
      showing.stop();
      setLive((before) => ({ ...before, isConnected: false }));
    };
  }, [client, queries, isFollowing]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Shows its children as soon as it is time to read. */
export function LiveGate({ children }: { children: ReactNode }) {
  const { isReady } = useLive();
  return isReady ? children : <Skeleton h={240} />;
}

async function refresh(queries: QueryClient, unchanged: ReadonlySet<unknown>, signal: AbortSignal): Promise<void> {
  const reading = queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => !unchanged.has(name) });
  await Promise.race([reading, wait(refreshTimeoutMs, signal)]).catch(() => undefined);
}
