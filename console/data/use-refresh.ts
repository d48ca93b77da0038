import { useQueryClient } from '@tanstack/react-query';

/** Reads animals, orders and their numbers again, as far as they are shown: what changes one of them changes the others. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['pets', 'orders', 'inventory', 'statistics'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
}
