import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

/** What the browser keeps beside each address of its history. */
interface Memory {
  /** Where the pages before this one begin, as far as they were seen; the first page begins at the empty text. */
  readonly trail: readonly string[];
  /** Whether the page that was asked for could not be had. */
  readonly isLost: boolean;
}

export type ListingAddress = Readonly<ReturnType<typeof useListingAddress>>;

/** Where somebody is in a list: all of it stands in the address bar, but the way by which they came. */
export function useListingAddress() {
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const memory = readMemory(useHistoryState<unknown>());
  const cursor = params.get('cursor') || undefined;
  const trail = cursor === undefined ? [] : memory.trail;

  const go = (query: URLSearchParams, state: Memory, replace = false) => {
    navigate(query.size === 0 ? path : `${path}?${query}`, { state, replace });
  };
  const turn = (to: string, state: Memory, replace = false) => {
    const query = new URLSearchParams(params);
    if (to === '') query.delete('cursor');
    else query.set('cursor', to);
    go(query, state, replace);
  };

  return {
    params,
    /** Where the page begins; `undefined` for the first one. */
    cursor,
    trail,
    isLost: memory.isLost,
    /** The number of the page; `undefined` where somebody came straight to a later one: else a trail begins at the first page. */
    pageNumber: cursor === undefined ? 1 : trail[0] === '' ? trail.length + 1 : undefined,
    filter: (filters: Readonly<Record<string, string>>) =>
      go(new URLSearchParams(filters), { trail: [], isLost: false }),
    next: (to: string) => turn(to, { trail: [...trail, cursor ?? ''], isLost: false }),
    back: () => turn(trail.at(-1) ?? '', { trail: trail.slice(0, -1), isLost: false }),
    first: () => turn('', { trail: [], isLost: false }),
    /** Shows the first page instead of this one, which cannot be had. */
    giveUp: () => turn('', { trail: [], isLost: true }, true),
  };
}

function readMemory(state: unknown): Memory {
  const isMemory = typeof state === 'object' && state !== null && 'trail' in state && 'isLost' in state;
  if (!isMemory || !Array.isArray(state.trail)) return { trail: [], isLost: false };
  return { trail: state.trail.filter((entry) => typeof entry === 'string'), isLost: state.isLost === true };
}
