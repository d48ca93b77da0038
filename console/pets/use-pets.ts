import { useQuery } from '@tanstack/react-query';
import type { Page, Pet } from '../../client/index.ts';
import type { ListingAddress } from '../listing/use-listing-address.ts';
import { type ListingPage, useListingPage } from '../listing/use-listing-page.ts';
import { useSession } from '../session/session.tsx';
import { type PetsFilters, writePetsFilters } from './pets-filter-bar.tsx';

const pageSize = 20;

/** A page of the animals that pass the filters. */
export function usePets(filters: PetsFilters, address: ListingAddress): ListingPage<Pet> {
  const { client } = useSession();
  return useListingPage({
    queryKey: ['pets', 'page', writePetsFilters(filters)],
    fetchPage: (signal) =>
      findPage((cursor) => client.pets.list({ ...filters, cursor, limit: pageSize, signal }).page(), address.cursor),
    address,
  });
}

/** The first page from a cursor on that has entries: a page of a search can be empty although others follow. */
async function findPage(
  read: (cursor: string | undefined) => Promise<Page<Pet>>,
  from: string | undefined,
): Promise<Page<Pet>> {
  let page = await read(from);
  while (page.items.length === 0 && page.next !== undefined) page = await read(page.next);
  return page;
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
