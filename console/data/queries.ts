import { useQuery } from '@tanstack/react-query';
import type { Category } from '../../client/index.ts';
import { useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';

/** The categories that have a name, and the names by number. */
export interface CategoryNames {
  readonly list: readonly Category[];
  readonly names: ReadonlyMap<bigint, string>;
}

const none: CategoryNames = { list: [], names: new Map() };

/** The named categories. Empty until loaded. */
export function useCategories(): CategoryNames {
  const { client } = useSession();
  const { data = none } = useQuery({
    queryKey: ['categories', 'named'],
    queryFn: ({ signal }) => Array.fromAsync(client.categories.list({ signal })),
    select: byNumber,
  });
  return data;
}

function byNumber(list: readonly Category[]): CategoryNames {
  return { list, names: new Map(list.map(({ id, name }) => [id, name])) };
}

/** How many inquiries are open. */
export function useOpenInquiries(): number | undefined {
  const { client } = useSession();
  return useQuery({
    queryKey: ['inquiries', 'open'],
    queryFn: ({ signal }) => client.inquiries.count({ status: 'open', signal }),
  }).data;
}

/** Reloads the animals, orders, inquiries and statistics on the page: a change of one affects the others. */
export function useRefresh(): () => Promise<unknown> {
  return useReload('pets', 'orders', 'inquiries', 'inventory', 'statistics');
}
