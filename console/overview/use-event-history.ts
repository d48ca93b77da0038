import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';
import { daysLater, startOfDay } from './adoptions.ts';
import { continueHistory, type EventHistory, readHistory } from './event-history.ts';

/** Days of which adoptions are shown, today among them. */
export const shownDays = 30;

/** The first of the days that end with this moment. */
export function firstShownDay(now: Date): Date {
  return daysLater(startOfDay(now), 1 - shownDays);
}

const queryKey = ['events', 'history'] as const;

/** What has happened lately. Reading it again asks only for what has happened since. */
export function useEventHistory() {
  const { client, can } = useSession();
  return useQuery({
    queryKey,
    queryFn: async ({ signal, client: queries }) => {
      const options = { signal, since: firstShownDay(new Date()) };
      const known = queries.getQueryData<EventHistory>(queryKey);
      return known === undefined ? await readHistory(client, options) : await continueHistory(client, known, options);
    },
    enabled: can('events:read'),
    gcTime: Number.POSITIVE_INFINITY,
    // Thousands of events that never change need no comparison.
    structuralSharing: false,
  });
}
