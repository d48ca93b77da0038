import { useDocumentVisibility } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { type Client, PetstoreError, type PetstoreEvent } from '../../client/index.ts';
import { wait } from '../../client/transport/retry.ts';
import { useServerState } from '../lib/server-state.ts';
import { forgetAsked } from '../session/first-requests.ts';
import { useSession } from '../session/session.tsx';
import { createThrottle } from './throttle.ts';

/** Changes within this time share a reload. */
const refreshDelays = { delayMs: 250, maxDelayMs: 5_000 };
/** New events are shown more often, because that takes no request. */
const showDelays = { delayMs: 250, maxDelayMs: 250 };
export const mostEvents = 100;
/** A reload that takes longer does not delay the next one. */
const refreshTimeoutMs = 10_000;
/** Queries that no event affects. */
const unaffected: ReadonlySet<unknown> = new Set(['keys', 'people', 'webhooks', 'events']);
/** Queries that only events of the same kind affect. */
const separate = ['categories', 'inquiries'] as const;

interface Live {
  readonly isConnected: boolean;
  /** The id of the newest event at the time of the connection; `undefined` before it. */
  readonly begin: bigint | undefined;
  /** The newest events since then, oldest first, without gaps. */
  readonly events: readonly PetstoreEvent[];
}

const LiveContext = createContext<Live>({ isConnected: false, begin: undefined, events: [] });

export function useLive(): Live {
  return use(LiveContext);
}

/**
 * Follows the server's events and reloads the data that may have changed. Hidden pages do not, because nobody sees it.
 */
export function LiveEventsProvider({ children }: { children: ReactNode }) {
  const { client, position, can } = useSession();
  const queries = useQueryClient();
  const { isUnreachable: isAway } = useServerState();
  const isVisible = useDocumentVisibility() === 'visible';
  const isFollowing = can('events:read') && isVisible && !isAway;
  const [live, setLive] = useState<Live>({ isConnected: false, begin: undefined, events: [] });
  const known = useRef<Pick<Live, 'begin' | 'events'>>({ begin: undefined, events: [] });
  /** Good for what is read first alone. */
  const unused = useRef(position);

  useEffect(() => {
    const change = (changes: Partial<Live>) => setLive((before) => ({ ...before, ...changes }));
    const after = unused.current;
    unused.current = undefined;
    if (!isFollowing) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const stale = new Set<(typeof separate)[number]>();
    const reading = createThrottle(() => {
      const skipped = new Set([...unaffected, ...separate.filter((name) => !stale.has(name))]);
      stale.clear();
      return refresh(queries, skipped, signal);
    }, refreshDelays);
    const showing = createThrottle(async () => change(known.current), showDelays);
    const readEverything = () => {
      for (const name of separate) stale.add(name);
      reading.request();
    };
    const subscriber: Subscriber = {
      signal,
      onConnected(begin, hasGap) {
        // Events may have been missed between loading and this connection.
        if (hasGap) readEverything();
        const newest = known.current.events.at(-1)?.id ?? known.current.begin;
        if (begin !== newest) known.current = { begin, events: [] };
        change({ isConnected: true, ...known.current });
      },
      onLost() {
        readEverything();
        change({ isConnected: false });
      },
      onEvent(event) {
        if (event.category !== undefined) stale.add('categories');
        if (event.inquiryId !== undefined) stale.add('inquiries');
        const { begin, events } = known.current;
        known.current = { begin, events: [...events, event].slice(-mostEvents) };
        reading.request();
        showing.request();
      },
    };
    void followEvents(client, after, subscriber).catch(() => undefined);
    return () => {
      ended.abort();
      reading.stop();
      showing.stop();
      change({ isConnected: false });
    };
  }, [client, queries, isFollowing]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

async function refresh(queries: QueryClient, skipped: ReadonlySet<unknown>, signal: AbortSignal): Promise<void> {
  forgetAsked();
  const reading = queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => !skipped.has(name) });
  await Promise.race([reading, wait(refreshTimeoutMs, signal)]).catch(() => undefined);
}

const reconnectMs = 1_000;

interface Subscriber {
  signal: AbortSignal;
  /** A connection was made: the events after this id will arrive. `hasGap` if some before it may have been missed. */
  onConnected(begin: bigint, hasGap: boolean): void;
  /** The connection was lost: events may be missed until the next one. */
  onLost(): void;
  onEvent(event: PetstoreEvent): void;
}

/**
 * Follows the events until the signal is aborted or the key is rejected. `after` is the id of an event up to which nothing has to
 * be heard. After any other error, such as expired events, it starts again with new events.
 */
async function followEvents(client: Client, after: bigint | undefined, subscriber: Subscriber): Promise<void> {
  const { signal } = subscriber;
  let position = after;
  const onBegin = (begin: bigint) => {
    const hasGap = position === undefined || begin > position;
    position = begin;
    subscriber.onConnected(begin, hasGap);
  };
  while (!signal.aborted) {
    try {
      for await (const event of client.events.follow({ signal, after: position, onBegin })) {
        position = event.id;
        subscriber.onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      subscriber.onLost();
      if (error instanceof PetstoreError && (error.status === 401 || error.status === 403)) return;
    }
    position = undefined;
    await wait(reconnectMs, signal).catch(() => undefined);
  }
}
