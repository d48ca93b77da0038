import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Client, type PeriodStatistics, PetstoreError, type PetstoreEvent } from '../../client/index.ts';
import { mostEvents, useLive } from '../live/live-events.tsx';
import { useSession } from '../session/session.tsx';

/** What happened in this month and the eleven before; nothing for a key that may not read orders. */
export function useAdoptions(now: Date) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['statistics', now.toISOString().slice(0, 7)],
    queryFn: ({ signal }) => client.statistics.get({ by: 'month', groupBy: 'outcomeType', signal }),
    select: (months) => months.map((month) => ({ ...month, adopted: countAdoptions(month) })),
    enabled: can('orders:read'),
  });
}

/** `adopted` of the service counts every animal that became `sold`. One that left before outcomes were known was adopted. */
function countAdoptions({ stays }: PeriodStatistics): bigint {
  const adoptions = stays?.groups.filter(({ outcomeType = 'adoption' }) => outcomeType === 'adoption') ?? [];
  return adoptions.reduce((sum, { outcomes = 0n }) => sum + outcomes, 0n);
}

/** How many events from before the connection are loaded: enough to know an animal's previous status. */
const readEvents = 50;

/** The newest events, the oldest of them first. Only what happened before the connection takes a request. */
export function useLatestEvents() {
  const { client } = useSession();
  const { begin, events } = useLive();
  return useQuery({
    queryKey: ['events', 'up to', String(begin)],
    queryFn: ({ signal }) => readUpTo(client, begin ?? 0n, signal),
    enabled: begin !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    // Of more than are kept, the oldest are missing.
    select: (before) => (events.length < mostEvents ? [...before, ...events] : events),
  });
}

/** The newest of the events up to one. Their ids have no gaps, so that it is known beforehand where they begin. */
async function readUpTo(client: Client, last: bigint, signal: AbortSignal): Promise<readonly PetstoreEvent[]> {
  if (last === 0n) return [];
  const first = last - BigInt(readEvents);
  const page = (after: bigint | undefined) => client.events.list({ after, limit: readEvents, signal }).page();
  const { items } = await page(first < 0n ? 0n : first).catch((error) => {
    // So few are kept that these are all.
    if (error instanceof PetstoreError && error.code === 'events_expired') return page(undefined);
    throw error;
  });
  return items.filter(({ id }) => id <= last);
}

/** The newest events of which this person or key is the actor (`person:1`), the oldest of them first. */
export function useEventsOf(actor: string) {
  const { client } = useSession();
  const { events } = useLive();
  return useQuery({
    queryKey: ['events', 'of', actor, String(events.at(-1)?.id)],
    queryFn: async ({ signal }) => {
      const { items } = await client.events.list({ actor, sort: '-id', limit: readEvents, signal }).page();
      return items.toReversed();
    },
    enabled: actor !== '',
    placeholderData: keepPreviousData,
  });
}
