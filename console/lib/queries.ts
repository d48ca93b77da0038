import { type InfiniteData, QueryClient, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Page, PetstoreError } from '../../client/index.ts';
import { isTransient } from '../../client/transport/retry.ts';

/** At least; longer where the server asks for it. */
const retryMs = 2_000;

/**
 * The cache of server data. A read that fails with a transient error is repeated until it succeeds; a write is
 * not, because that is for the user to decide.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (_, error) => isTransient(error),
        retryDelay: (_, error) => Math.max(retryMs, (error instanceof PetstoreError && error.retryAfterMs) || 0),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Reads everything on the page again whose key begins with one of these names; what is being read anew, if that is too early. */
export function useReload(...names: readonly string[]): (cancelRefetch?: boolean) => Promise<unknown> {
  const queries = useQueryClient();
  return (cancelRefetch = true) =>
    Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] }, { cancelRefetch })));
}

interface PagesOptions<Item> {
  queryKey: QueryKey;
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  /** How often it is read again, where no event tells of a change. */
  refetchMs?: number;
}

/** A list, page by page, as far as it was asked for. */
export function usePages<Item>({ queryKey, read, refetchMs }: PagesOptions<Item>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    refetchInterval: refetchMs ?? false,
  });
}

const firstPage = (): string | undefined => undefined;

/** Changes the entries of such a list at once: to others, or, where there are none for one, to fewer. */
export function useChangeEntries<Item>(queryKey: QueryKey): (change: (item: Item) => readonly Item[]) => void {
  const queries = useQueryClient();
  return (change) =>
    queries.setQueryData<InfiniteData<Page<Item>>>(
      queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })) },
    );
}
