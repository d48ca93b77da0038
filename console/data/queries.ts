import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, Pet } from '../../client/index.ts';
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

/** The names of some categories, at most 100, as far as they have one; none until they were read. */
export function useCategoryNames(ids: readonly bigint[]): ReadonlyMap<bigint, string> {
  const { client } = useSession();
  const texts = ids.map(String).sort();
  const { data = none } = useQuery({
    queryKey: ['categories', 'named', texts],
    queryFn: async ({ signal }) => (await client.categories.list({ ids: texts.map(BigInt), signal }).page()).items,
    select: byNumber,
    placeholderData: keepPreviousData,
    enabled: texts.length > 0,
  });
  return data.names;
}

function byNumber(list: readonly Category[]): Categories {
  return { list, names: new Map(list.map(({ id, name }) => [id, name])) };
}

/** Some animals by their id, as far as they exist; at most 100. */
export function usePetsById(ids: readonly bigint[], isEnabled = true): ReadonlyMap<bigint, Pet> | undefined {
  const { client, can } = useSession();
  const texts = [...new Set(ids.map(String))].sort();
  const { data } = useQuery({
    queryKey: ['pets', 'by id', texts],
    queryFn: async ({ signal }) => (await client.pets.list({ ids: texts.map(BigInt), signal }).page()).items,
    select: byId,
    enabled: isEnabled && can('pets:read'),
  });
  return data;
}

function byId(pets: readonly Pet[]): ReadonlyMap<bigint, Pet> {
  return new Map(pets.map((pet) => [pet.id, pet]));
}

/** Reads animals, orders and their numbers again, as far as they are shown: what changes one of them changes the others. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['pets', 'orders', 'inventory', 'statistics'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
}
