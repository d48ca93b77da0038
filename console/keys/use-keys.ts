import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Key, Page } from '../../client/index.ts';
import { firstPage } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 25;
const queryKey = ['keys'];

/** The pages of keys that have been loaded. */
export function useKeys() {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => client.keys.list({ limit: pageSize, cursor: pageParam, signal }).page(),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
  });
}

/** Shows the changed key at once, and then reloads all. */
export function useShowKey(): (changed?: Key) => void {
  const queries = useQueryClient();
  return (changed) => {
    queries.setQueryData<InfiniteData<Page<Key>>>(queryKey, (data) => {
      if (data === undefined || changed === undefined) return data;
      const replace = (key: Key) => (key.id === changed.id ? changed : key);
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(replace) })) };
    });
    void queries.invalidateQueries({ queryKey });
  };
}
