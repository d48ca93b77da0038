import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';
import { addUpAdoptions, firstDayNeeded } from './adoptions.ts';

/** The adoptions of this month, of the last one, and of the last days; nothing for a key that may not read orders. */
export function useAdoptions(now: Date) {
  const { client, can } = useSession();
  const from = firstDayNeeded(now);
  return useQuery({
    queryKey: ['statistics', from],
    queryFn: ({ signal }) => client.statistics.get({ from, by: 'day', signal }),
    select: addUpAdoptions,
    enabled: can('orders:read'),
  });
}
