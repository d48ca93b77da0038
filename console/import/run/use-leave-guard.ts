import { useEffect, useRef, useState } from 'react';

export interface LeaveGuard {
  /** Whether somebody has tried to leave, and has to be asked. */
  readonly isAsking: boolean;
  stay(): void;
  leave(): void;
}

/** Holds whoever is about to leave the page, by a link, by going back, or by closing the tab, so that they can be asked. */
export function useLeaveGuard(isActive: boolean): LeaveGuard {
  const [go, setGo] = useState<() => void>();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isActive) return undefined;
    isLeaving.current = false;
    const here = location.pathname;
    const onClick = (event: MouseEvent) => {
      const way = findWayOut(event, here);
      if (way === undefined || isLeaving.current) return;
      event.preventDefault();
      event.stopPropagation();
      setGo(() => () => way.click());
    };
    // Going back leads from a second entry for this page to the first one, which nobody else takes for a change of place.
    const holdEntry = () => history.pushState(null, '', here);
    const onPopState = () => {
      if (location.pathname !== here || isLeaving.current) return;
      holdEntry();
      setGo(() => () => history.go(-2));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    holdEntry();
    // Before anything else hears of it.
    document.addEventListener('click', onClick, true);
    window.addEventListener('popstate', onPopState);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('popstate', onPopState);
      window.removeEventListener('beforeunload', onUnload);
      setGo(undefined);
      if (location.pathname === here && !isLeaving.current) history.back();
    };
  }, [isActive]);

  return {
    isAsking: go !== undefined,
    stay: () => setGo(undefined),
    leave() {
      isLeaving.current = true;
      setGo(undefined);
      go?.();
    },
  };
}

/** What was pressed, if it leads out of the page: a link to another place, or a button of the navigation. */
function findWayOut(event: MouseEvent, here: string): HTMLElement | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  if (link !== null) return link.pathname === here || link.download !== '' || link.target !== '' ? undefined : link;
  return event.target.closest<HTMLElement>('#navigation button') ?? undefined;
}
