import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Category,
  type ListPetListingsOptions,
  type Order,
  type Page,
  type Pet,
  type PetStatus,
  petStatuses,
} from '../../client/index.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { maxPageSize } from '../../contract/limits.ts';
import { listingParts, missingParts } from '../../contract/pet.ts';
import { type Animal, isOnHold } from '../lib/animals.ts';
import { publicStatuses } from '../lib/environment.ts';
import { today } from '../lib/formats.ts';
import { useReload } from '../lib/queries.ts';
import { type UnderWay, underWayKey } from '../lib/under-way.ts';
import { type Session, useSession } from '../session/session.tsx';
import { beginningOf, isNear } from './typos.ts';

const none = byNumber([]);

/** The named categories. Empty until loaded. */
export function useCategories() {
  const { client } = useSession();
  const { data = none } = useQuery({
    queryKey: ['categories', 'named'],
    queryFn: ({ signal }) => Array.fromAsync(client.categories.list({ signal })),
    select: byNumber,
  });
  return data;
}

function byNumber(list: readonly Category[]) {
  return { list, names: new Map(list.map(({ id, name }) => [id, name])) };
}

/** The 100 oldest of the open inquiries, those of them that wait for an answer, and whether these are all. */
export function useOpenInquiries() {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['inquiries', 'open'],
    queryFn: ({ signal }) => client.inquiries.list({ status: 'open', limit: 100, signal }).page(),
    select: ({ items, next }) => ({
      oldest: items,
      waiting: items.filter(({ stage }) => stage !== 'approved'),
      areAll: next === undefined,
    }),
    enabled: can('inquiries:read'),
  }).data;
}

/** Reloads the animals, orders, inquiries and statistics on the page: a change of one affects the others. */
export function useRefresh(): (cancelRefetch?: boolean) => Promise<unknown> {
  return useReload('pets', 'orders', 'inquiries', 'inventory', 'statistics');
}

/**
 * Shows what becomes of an animal at once, until that is done and read again. If it is refused, everything is as before.
 */
export function useShowAtOnce() {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return async <Result>(
    petId: bigint,
    change: Pick<UnderWay, 'status' | 'order'>,
    run: () => Promise<Result>,
  ): Promise<Result> => {
    const number = performance.now();
    const show = (now: UnderWay | null) => queries.setQueryData(underWayKey(petId), now);
    const end = () => queries.getQueryData<UnderWay>(underWayKey(petId))?.number === number && show(null);
    show({ ...change, number, isAnswered: false });
    try {
      const result = await run();
      show({ ...change, number, isAnswered: true });
      return result;
    } catch (error) {
      end();
      throw error;
    } finally {
      // An order is read again by what has changed it.
      void refresh(false).then(untilRead).then(end);
    }
  };

  /** An event begins a read anew. */
  async function untilRead(): Promise<void> {
    const predicate = ({ state }: Query) => state.fetchStatus === 'fetching';
    const reading = { queryKey: ['pets'], predicate };
    while (queries.isFetching(reading) > 0) await queries.refetchQueries(reading, { cancelRefetch: false });
  }
}

/** The orders of lists; the first one is what somebody gets who does not choose. */
export const animalSorts = ['-arrivedOn', 'arrivedOn', '-id', 'id', 'name', '-updatedAt'] as const;
export type AnimalSort = (typeof animalSorts)[number];

/** What lists of animals take, with profiles and without. */
export type AnimalOptions = Omit<ListPetListingsOptions, 'status'> & {
  status?: AnimalState | undefined;
  sort?: AnimalSort;
};

/** A status, or those of the animals that are here. */
export type AnimalState = PetStatus | 'here';
const here: PetStatus[] = ['available', 'pending'];

function statusesOf(state: AnimalState): PetStatus[] {
  return state === 'here' ? here : [state];
}

/** A page of animals, with as much of them as the key may see. */
export async function readAnimals({ client, can }: Session, given: AnimalOptions): Promise<Page<Animal>> {
  const { status: state, ...options } = given;
  const statuses = state === undefined ? petStatuses : statusesOf(state);
  if (can('listings:read')) {
    return await client.listings.list({ ...options, status: state === undefined ? undefined : [...statuses] }).page();
  }
  // Without profiles it is not known when they arrived, nor where they are; and lists have one status, or all.
  const { categoryId, ids, q, limit, cursor, signal } = options;
  const status = statuses.length === 1 ? statuses[0] : undefined;
  const { sort: wanted } = options;
  const sort = wanted === 'arrivedOn' ? 'id' : wanted === '-arrivedOn' ? '-id' : wanted;
  const { items, next } = await client.pets.list({ status, categoryId, ids, q, sort, limit, cursor, signal }).page();
  const animal = ({ categoryId, ...pet }: Pet) => ({
    ...pet,
    category: { id: categoryId },
    profile: {},
    photos: [],
  });
  return { items: items.map(animal), next };
}

/**
 * Finds animals by words of their names and profiles; and before them, on the first page, the one with this number and the one
 * with this reference. A page of a search can be empty although others follow: it reads on.
 */
export async function searchAnimals(session: Session, options: AnimalOptions): Promise<Page<Animal>> {
  const { q, cursor, ...others } = options;
  const [{ items, next }, named] = await Promise.all([
    readOn(session, { ...others, ...meant(q), cursor }),
    q === undefined || cursor !== undefined ? [] : findNamed(session, q, options),
  ]);
  return { items: [...named, ...items.filter(({ id }) => named.every((one) => one.id !== id))], next };
}

/** How many animals these filters leave; `null` where a search finds too many, or the key may not count them. */
export async function countAnimals({ client, can }: Session, options: AnimalOptions, signal: AbortSignal) {
  const { sort: _, ...filters } = options;
  const { q, status: state, categoryId, whereabouts, onHold, missing } = filters;
  const statuses = state === undefined ? [undefined] : statusesOf(state);
  if ([q, whereabouts, onHold, missing].every((filter) => filter === undefined)) {
    const counts = await Promise.all(statuses.map((status) => client.pets.count({ status, categoryId, signal })));
    return counts.reduce((sum, count) => sum + count);
  }
  if (!can('listings:read')) return null;
  const status = state && statusesOf(state);
  return (await client.listings.listWithFacets({ ...filters, ...meant(q), status, limit: 1, signal })).total ?? null;
}

/** A text that somebody searches for: its words for kinds of animals mean these. */
function meant(q: string | undefined): Pick<AnimalOptions, 'q' | 'byKind'> {
  return q === undefined ? {} : { q, byKind: true };
}

async function readOn(session: Session, options: AnimalOptions): Promise<Page<Animal>> {
  let page = await readAnimals(session, options);
  while (page.items.length === 0 && page.next !== undefined) {
    page = await readAnimals(session, { ...options, cursor: page.next });
  }
  return page;
}

/** The animals with this number or reference, as far as the filters leave them. */
async function findNamed(session: Session, q: string, options: AnimalOptions): Promise<readonly Animal[]> {
  const { status, categoryId, whereabouts, onHold, missing, signal } = options;
  const { items } = await session.client.pets.list({ reference: q, signal }).page();
  const ids = [parseInt64(q) ?? [], items.map(({ id }) => id)].flat();
  if (ids.length === 0) return [];
  return (await readAnimals(session, { ids, signal })).items.filter(
    (animal) =>
      (status === undefined || statusesOf(status).includes(animal.status)) &&
      (categoryId === undefined || animal.category.id === categoryId) &&
      (whereabouts === undefined || animal.profile.whereabouts === whereabouts) &&
      (onHold === undefined || isOnHold(animal.profile, today()) === onHold) &&
      (missing === undefined || missingParts(animal).some((part) => missing.includes(part))),
  );
}

const searchPauseMs = 200;
const mostFound = 8;

/** The animals that somebody looks for, as they type; `undefined` as long as they are not known. */
export function useAnimalSearch(text: string, statuses: readonly PetStatus[]): readonly Animal[] | undefined {
  const session = useSession();
  const [q] = useDebouncedValue(text.trim(), searchPauseMs);
  const { data } = useQuery({
    queryKey: ['pets', 'search', q, statuses],
    queryFn: ({ signal }) => findFirst(session, q, statuses, signal),
    placeholderData: keepPreviousData,
    enabled: q !== '' && session.can('pets:read'),
  });
  return q === '' ? undefined : data;
}

/**
 * The animal with this number or reference, then those of this name, then those that the words are found in otherwise; each in
 * the order of the statuses, for of a common name many have left, and few are here.
 */
async function findFirst(session: Session, q: string, statuses: readonly PetStatus[], signal: AbortSignal) {
  const of = (status: PetStatus, text = q) => ({ q: text, status, sort: '-id', limit: mostFound, signal }) as const;
  const [known, named, others] = await Promise.all([
    findNamed(session, q, { signal }),
    Promise.all(statuses.map((status) => session.client.pets.list(of(status)).page())),
    Promise.all(statuses.map((status) => readOn(session, { ...of(status), byKind: true }))),
  ]);
  const ids = named.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, mostFound);
  const read = byId(ids.length === 0 ? { items: [], next: undefined } : await readAnimals(session, { ids, signal }));
  const found = [...known, ...ids.flatMap((id) => read.get(id) ?? []), ...others.flatMap(({ items }) => items)];
  const unique = new Map(found.map((animal) => [animal.id, animal])).values();
  const wanted = [...unique].filter(({ status }) => statuses.includes(status)).slice(0, mostFound);
  if (wanted.length > 0) return wanted;
  const beginning = beginningOf(q);
  if (beginning === undefined) return [];
  const near = await Promise.all(
    statuses.map((status) => readOn(session, { ...of(status, beginning), limit: maxPageSize })),
  );
  return near
    .flatMap(({ items }) => items)
    .filter((animal) => isNear(q, animal))
    .slice(0, mostFound);
}

/** Up to 100 animals by their ids; `null` for those that are gone, `undefined` as long as they are not known. */
export function useAnimals(ids: readonly bigint[]): (id: bigint) => Animal | null | undefined {
  const session = useSession();
  const texts = [...new Set(ids.map(String))].sort();
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['pets', 'by id', texts],
    queryFn: ({ signal }) => readAnimals(session, { ids: texts.map(BigInt), signal }),
    select: byId,
    placeholderData: keepPreviousData,
    enabled: texts.length > 0 && session.can('pets:read'),
  });
  return (id) => data?.get(id) ?? (data === undefined || isPlaceholderData ? undefined : null);
}

function byId({ items }: Page<Animal>): ReadonlyMap<bigint, Animal> {
  return new Map(items.map((animal) => [animal.id, animal]));
}

export const pageSize = 50;

/** The first 100 animals that are here and shown to visitors, but are not ready for that; and the address of them all. */
export function useNotReady() {
  const session = useSession();
  const [one, ...others] = here.filter((status) => publicStatuses.includes(status));
  const status = others.length > 0 ? 'here' : one;
  const { data } = useQuery({
    queryKey: ['pets', 'not ready'],
    queryFn: ({ signal }) =>
      readAnimals(session, { status, onHold: false, missing: [...listingParts], limit: 100, signal }),
    enabled: status !== undefined && session.can('listings:read'),
  });
  return { ...data, href: `/animals?status=${status}&held=false&missing=${listingParts}&sort=id` };
}

/** The open reservations by animal: the 100 oldest, and whether these are all. */
export function useReservations() {
  const { client, can } = useSession();
  const { data } = useQuery({
    queryKey: ['orders', 'open'],
    queryFn: ({ signal }) => client.orders.list({ status: 'placed', limit: 100, signal }).page(),
    select: ({ items, next }) => ({
      oldest: items,
      byAnimal: new Map<bigint, Order>(items.map((order) => [order.petId, order])),
      areAll: next === undefined,
    }),
    enabled: can('orders:read'),
  });
  return data;
}

/** Whether a pending animal is reserved for somebody, or may be, as far as the oldest reservations tell. */
export function useIsReserved(): (id: bigint) => boolean {
  const reservations = useReservations();
  return (id) => reservations?.areAll !== true || reservations.byAnimal.has(id);
}

export const shelterKey = ['shelter'];

/** What the shelter says of itself. */
export function useShelter() {
  const { client } = useSession();
  return useQuery({ queryKey: shelterKey, queryFn: ({ signal }) => client.shelter.get({ signal }) });
}
