import { maxPageSize } from '../../../client/limits.ts';
import { type AnimalOptions, readAnimals, searchAnimals } from '../../data/animals.ts';
import type { Animal } from '../../lib/animals.ts';
import type { Session } from '../../session/session.tsx';
import type { Choice, Selection } from './use-selection.ts';

/** Of which list they were chosen. */
export type ChosenFrom = Pick<AnimalOptions, 'q' | 'sort' | 'status' | 'categoryId' | 'whereabouts' | 'onHold'>;

export interface Chosen {
  readonly choice: Choice;
  readonly from: ChosenFrom;
  /** How many they are; `undefined` where that is not known. */
  readonly count: number | undefined;
}

/** What is chosen of a list, on all its pages. */
export interface SelectionProps {
  selection: Selection;
  from: ChosenFrom;
  total: number | undefined;
  /** Those on the page, whose places and tags are proposed. */
  animals: readonly Animal[];
}

/** These animals and no others. */
export function only(ids: readonly bigint[]): Chosen {
  return { choice: { areAll: false, ids: new Set(ids) }, from: {}, count: ids.length };
}

interface ReadOptions {
  signal: AbortSignal;
  /** Sends a request, and repeats it as long as that is useful. */
  send<Result>(call: () => Promise<Result>): Promise<Result>;
}

/** Reads the chosen animals as they are now, page by page as they are needed. Those that are gone are left out. */
export async function* readChosen(
  session: Session,
  { choice: { areAll, ids }, from }: Chosen,
  { signal, send }: ReadOptions,
): AsyncGenerator<Animal, void, undefined> {
  if (!areAll) {
    const wanted = [...ids];
    for (let at = 0; at < wanted.length; at += maxPageSize) {
      const part = wanted.slice(at, at + maxPageSize);
      yield* (await send(() => readAnimals(session, { ids: part, signal }))).items;
    }
    return;
  }
  // What a search names stands on the first page, and may come again where it is found by its words.
  const first = new Set<bigint>();
  let cursor: string | undefined;
  do {
    const options = { ...from, cursor, limit: maxPageSize, signal };
    const { items, next } = await send(() => searchAnimals(session, options));
    yield* items.filter(({ id }) => !ids.has(id) && !first.has(id));
    if (cursor === undefined) for (const { id } of items) first.add(id);
    cursor = next;
  } while (cursor !== undefined);
}
