import { useRef, useState } from 'react';

/** Which animals of a list are chosen: those with these ids, or all but those. */
export interface Choice {
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
