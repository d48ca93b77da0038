import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Anchor {
  readonly row: Element;
  readonly top: number;
}

/**
 * Keeps a row where it is when others are added or removed above it: the one that is pointed at, or has the focus, or else the
 * first in view of a page that was scrolled. Not all engines do so by themselves, and none at the top of a page.
 * @param list which list it is: another one begins anew
 */
export function useKeepInPlace(region: RefObject<HTMLElement | null>, list: string, items: unknown): void {
  const shown = useRef({ list, items });
  const isReloaded = shown.current.list === list && shown.current.items !== items;
  // Still as it was before this render.
  const anchor = isReloaded ? findAnchor(region.current) : undefined;
  useLayoutEffect(() => {
    shown.current = { list, items };
    if (anchor?.row.isConnected) window.scrollBy(0, anchor.row.getBoundingClientRect().top - anchor.top);
  });
}

function findAnchor(region: HTMLElement | null): Anchor | undefined {
  const rows = [...(region?.querySelectorAll('li') ?? [])];
  const row =
    rows.find((one) => one.matches(':hover, :focus-within')) ??
    (window.scrollY === 0 ? undefined : rows.find((one) => one.getBoundingClientRect().top >= 0));
  return row && { row, top: row.getBoundingClientRect().top };
}
