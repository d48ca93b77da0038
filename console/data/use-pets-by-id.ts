import { useQuery } from '@tanstack/react-query';
import type { Pet } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

/** Some animals by their id, as far as they exist; at most 100. */
export function usePetsById(ids: readonly bigint[], isAsked = true): ReadonlyMap<bigint, Pet> | undefined {
  const { client, can } = useSession();
  const texts = [...new Set(ids.map(String))].sort();
  const { data } = useQuery({
    queryKey: ['pets', 'by id', texts],
    queryFn: async ({ signal }) => (await client.pets.list({ ids: texts.map(BigInt), signal }).page()).items,
    select: byId,
    enabled: isAsked && can('pets:read'),
  });
  return data;
}

function byId(pets: readonly Pet[]): ReadonlyMap<bigint, Pet> {
  return new Map(pets.map((pet) => [pet.id, pet]));
}
