import { useRef, useState } from 'react';
import { maxPageSize } from '../../../contract/limits.ts';
import { type AnimalOptions, readAnimals, searchAnimals } from '../../data/queries.ts';
import type { Animal } from '../../lib/animals.ts';
import type { Session } from '../../session/session.tsx';

/** Which animals of a list are chosen: those with these ids, or all but those. */
interface Choice {
  readonly areAll: boolean;
  readonly ids: ReadonlySet<bigint>;
}

const nothing: Choice = { areAll: false, ids: new Set() };

export type Selection = Readonly<ReturnType<typeof useSelection>>;

/** What somebody chooses of a list, on whichever pages of it. With another list nothing is chosen. */
export function useSelection(list: string) {
  const [chosen, setChosen] = useState({ list, choice: nothing });
  const last = useRef<bigint>(undefined);
  const choice = chosen.list === list ? chosen.choice : nothing;
  const choose = (next: Choice) => setChosen({ list, choice: next });
  const has = (id: bigint) => choice.areAll !== choice.ids.has(id);
  return {
    choice,
    has,
    /** How many are chosen of so many; `undefined` where that is not known. */
    count: (total: number | undefined) =>
      choice.areAll ? total && Math.max(0, total - choice.ids.size) : choice.ids.size,
    /** Chooses an animal, or no longer; with a range, all from the one before as well. */
    toggle(id: bigint, isRange: boolean, shown: readonly bigint[]) {
      const isChosen = !has(id);
      const ids = new Set(choice.ids);
      for (const each of isRange ? between(shown, last.current ?? id, id) : [id]) {
        if (isChosen === choice.areAll) ids.delete(each);
        else ids.add(each);
      }
      last.current = id;
      choose({ ...choice, ids });
    },
    all: () => choose({ areAll: true, ids: new Set() }),
    only: (ids: Iterable<bigint>) => choose({ areAll: false, ids: new Set(ids) }),
  };
}

function between(shown: readonly bigint[], one: bigint, other: bigint): readonly bigint[] {
  const [from = -1, to = -1] = [shown.indexOf(one), shown.indexOf(other)].sort((a, b) => a - b);
  return from < 0 ? [other] : shown.slice(from, to + 1);
}

type ChosenFrom = Pick<AnimalOptions, 'q' | 'sort' | 'status' | 'categoryId' | 'whereabouts' | 'onHold' | 'missing'>;

export interface Chosen {
  readonly choice: Choice;
  readonly from: ChosenFrom;
  /** How many they are; `undefined` where that is not known. */
  readonly count: number | undefined;
}

export interface SelectionProps {
  selection: Selection;
  from: ChosenFrom;
  total: number | undefined;
  /** Those on the page, whose places and tags are proposed. */
  animals: readonly Animal[];
}

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
