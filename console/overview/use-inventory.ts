import { useQuery } from '@tanstack/react-query';
import type { CategoryInventory } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

/** How many animals there are, by status and by category. */
export function useInventory() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['inventory', 'by category'],
    queryFn: ({ signal }) => client.inventory.get({ by: 'category', signal }),
  });
}

export function totalOf({ available, pending, sold }: Omit<CategoryInventory, 'categoryId'>): bigint {
  return available + pending + sold;
}
