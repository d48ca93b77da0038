import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Category, Pet, Photo } from '../../client/index.ts';
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
    queryKey: ['categories', 'all with a name'],
    queryFn: ({ signal }) => Array.fromAsync(client.categories.list({ signal })),
    select: byNumber,
  });
  return data;
}

/** The names of up to 100 categories, without those that have none. Empty until loaded. */
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

function byNumber(list: readonly Category[]): CategoryNames {
  return { list, names: new Map(list.map(({ id, name }) => [id, name])) };
}

/** Up to 100 animals by their ids, without those that do not exist. */
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

/** The first photos of up to 100 animals, without those that have none. Empty until loaded. */
export function useFirstPhotos(ids: readonly bigint[]): ReadonlyMap<bigint, Photo> {
  const { client, can } = useSession();
  const texts = [...new Set(ids.map(String))].sort();
  const { data = noPhotos } = useQuery({
    queryKey: ['pets', 'first photos', texts],
    queryFn: async ({ signal }) => {
      const { items } = await client.listings.list({ ids: texts.map(BigInt), signal }).page();
      return items.flatMap(({ photos: [first] }) => (first === undefined ? [] : [first]));
    },
    select: byAnimal,
    placeholderData: keepPreviousData,
    enabled: texts.length > 0 && can('listings:read'),
  });
  return data;
}

const noPhotos: ReadonlyMap<bigint, Photo> = new Map();

function byAnimal(photos: readonly Photo[]): ReadonlyMap<bigint, Photo> {
  return new Map(photos.map((photo) => [photo.petId, photo]));
}

/** Reloads the animals, orders and statistics on the page: a change of one affects the others. */
export function useRefresh(): () => Promise<unknown> {
  return useReload('pets', 'orders', 'inventory', 'statistics');
}
