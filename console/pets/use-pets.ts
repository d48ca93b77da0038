import { useQuery } from '@tanstack/react-query';
import type { Pet } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import type { ListingAddress } from './listing/use-listing-address.ts';
import { type ListingPage, useListingPage } from './listing/use-listing-page.ts';
import type { PetsFilters } from './pets-filters.ts';

const pageSize = 20;

/** A page of the animals that pass the filters. */
export function usePets({ status, categoryId }: PetsFilters, address: ListingAddress): ListingPage<Pet> {
  const { client } = useSession();
  const { cursor } = address;
  return useListingPage({
    queryKey: ['pets', 'page', status ?? '', categoryId?.toString() ?? ''],
    fetchPage: (signal) => client.pets.list({ status, categoryId, cursor, limit: pageSize, signal }).page(),
    address,
  });
}

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
