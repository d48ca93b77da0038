import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

export const shelterKey = ['shelter'];

/** What the shelter says of itself. */
export function useShelter() {
  const { client } = useSession();
  return useQuery({ queryKey: shelterKey, queryFn: ({ signal }) => client.shelter.get({ signal }) });
}
