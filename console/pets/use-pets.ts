import { useQuery } from '@tanstack/react-query';
import type { Pet } from '../../client/index.ts';
import type { ListingAddress } from '../listing/use-listing-address.ts';
import { type ListingPage, useListingPage } from '../listing/use-listing-page.ts';
import { useSession } from '../session/session.tsx';
import type { PetsFilters } from './pets-filter-bar.tsx';

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
