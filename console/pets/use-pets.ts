import { useQuery } from '@tanstack/react-query';
import type { Pet } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

/** Under which one animal is kept. */
export function petKey(id: bigint) {
  return ['pets', 'one', String(id)] as const;
}

/** One animal; `null` when there is none with this id. */
export function usePet(id: bigint) {
  const { client } = useSession();
  return useQuery<Pet | null>({
    queryKey: petKey(id),
    queryFn: async ({ signal }) => (await client.pets.list({ ids: [id], signal }).page()).items[0] ?? null,
  });
}
