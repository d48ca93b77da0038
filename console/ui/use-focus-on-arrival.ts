import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Moves the focus to the content when somebody comes to another place, and to its top unless they have gone back. */
export function useFocusOnArrival(content: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const before = useRef(path);
  const isGoingBack = useRef(false);

  useEffect(() => {
    const note = () => {
      isGoingBack.current = true;
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);

  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (!isGoingBack.current) window.scrollTo(0, 0);
    isGoingBack.current = false;
    content.current?.focus({ preventScroll: true });
  }, [path, content]);
}
