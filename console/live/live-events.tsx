import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { PetstoreEvent } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

/** How many of the newest events are kept. */
const kept = 50;
/** Many changes within that time are one reason to read again. */
const gatherMs = 300;

/** What happens on the server while this page is open. */
export interface Live {
  /** Whether events are coming in; false while the connection is being made again. */
  readonly isConnected: boolean;
  /** What has happened since the page was opened, the newest first. */
  readonly events: readonly PetstoreEvent[];
}

const LiveContext = createContext<Live>({ isConnected: false, events: [] });

/** What happens on the server, as it happens. */
export function useLive(): Live {
  return use(LiveContext);
}

/** Follows the events of the server, and reads again what is shown and may have changed. */
export function LiveEvents({ children }: { children: ReactNode }) {
  const { client, can } = useSession();
  const queries = useQueryClient();
  const [live, setLive] = useState<Live>({ isConnected: false, events: [] });
  const isAllowed = can('events:read');

  useEffect(() => {
    if (!isAllowed) return undefined;
    const ended = new AbortController();
    let timer: Timer | undefined;
    const note = (event: PetstoreEvent) => {
      setLive(({ events }) => ({ isConnected: true, events: [event, ...events].slice(0, kept) }));
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'keys' && name !== 'webhooks' });
      }, gatherMs);
    };
    const onAnswer = () => setLive(({ events }) => ({ isConnected: true, events }));
    const follow = async () => {
      for await (const event of client.events.follow({ signal: ended.signal, onAnswer })) note(event);
    };
    const whenItEnds = () => setLive(({ events }) => ({ isConnected: false, events }));
    follow().then(whenItEnds, whenItEnds);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [client, queries, isAllowed]);

  return <LiveContext value={live}>{children}</LiveContext>;
}
