import { useQuery } from '@tanstack/react-query';
import type { Category } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

/** The categories that have a name, and the names by number. */
export interface Categories {
  readonly list: readonly Category[];
  readonly names: ReadonlyMap<bigint, string>;
}

const none: Categories = { list: [], names: new Map() };

/** The named categories; none until they were read. */
export function useCategories(): Categories {
  const { client } = useSession();
  const { data = none } = useQuery({
    queryKey: ['categories', 'all with a name'],
    queryFn: ({ signal }) => Array.fromAsync(client.categories.list({ signal })),
    select: byNumber,
  });
  return data;
}

function byNumber(list: readonly Category[]): Categories {
  return { list, names: new Map(list.map(({ id, name }) => [id, name])) };
}
