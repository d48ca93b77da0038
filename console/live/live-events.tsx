import { useDocumentVisibility } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { wait } from '../../client/retry.ts';
import { useSession } from '../session/session.tsx';
import { useIsServerAway } from '../shared/server-state.ts';
import { followForEver } from './follow-for-ever.ts';
import { createGathering } from './gathering.ts';

/** Many changes within that time are one reason to read again. */
const gatherMs = { pauseMs: 250, longestPauseMs: 2_000 };
/** A query that does not succeed for so long keeps the others waiting no longer. */
const patienceMs = 10_000;
/** What events tell nothing of. */
const unaffected: ReadonlySet<unknown> = new Set(['keys', 'webhooks']);
/** What an event of an animal or an order does not change either. */
const categories = 'categories';

/** What this page knows of what happens on the server. */
export interface Live {
  /** Whether changes show by themselves; false while the connection is being made, again or for the first time. */
  readonly isConnected: boolean;
}

const LiveContext = createContext<Live>({ isConnected: false });

/** Whether this page follows what happens on the server. */
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
  const [live, setLive] = useState<Live>({ isConnected: false });
  const isAway = useIsServerAway();
  const isSeen = useDocumentVisibility() === 'visible';
  const isFollowing = can('events:read') && isSeen && !isAway;

  useEffect(() => {
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let areCategoriesStale = true;
    const reading = createGathering(() => {
      const kept = areCategoriesStale ? unaffected : new Set([...unaffected, categories]);
      areCategoriesStale = false;
      return readAgain(queries, kept, signal);
    }, gatherMs);
    const readEverything = () => {
      areCategoriesStale = true;
      reading.ask();
    };
    void followForEver(client, {
      signal,
      onConnected() {
        setLive({ isConnected: true });
        // Something may have happened between what was read and this connection.
        readEverything();
      },
      onLost() {
        setLive({ isConnected: false });
        readEverything();
      },
      onEvent({ category }) {
        areCategoriesStale ||= category !== undefined;
        reading.ask();
      },
    });
    return () => {
      ended.abort();
      reading.end();
      setLive({ isConnected: false });
    };
  }, [client, queries, isFollowing]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

async function readAgain(queries: QueryClient, kept: ReadonlySet<unknown>, signal: AbortSignal): Promise<void> {
  const reading = queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => !kept.has(name) });
  await Promise.race([reading, wait(patienceMs, signal)]).catch(() => undefined);
}
