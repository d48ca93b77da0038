import { useEffect, useRef, useState } from 'react';

export type LeaveGuard = ReturnType<typeof useLeaveGuard>;

/** Intercepts links, going back and closing the tab, so that the user can be asked first. */
export function useLeaveGuard(isActive: boolean) {
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
    // Going back leads from a second history entry of this page to the first, which does not change the route.
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
    // Before any other handler.
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
    /** Whether the user has tried to leave and must be asked. */
    isAsking: go !== undefined,
    stay: () => setGo(undefined),
    leave() {
      isLeaving.current = true;
      setGo(undefined);
      go?.();
    },
  };
}

/** The clicked element, if it leads to another page: a link, or a button of the navigation. */
function findWayOut(event: MouseEvent, here: string): HTMLElement | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  if (link !== null) return link.pathname === here || link.download !== '' || link.target !== '' ? undefined : link;
  return event.target.closest<HTMLElement>('#navigation button') ?? undefined;
}
