import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** What had the focus when the caller was first drawn: the button that has opened it. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement);
  return opener;
}

/** Gives the focus back to what has opened a dialog; to the content if that is gone. */
export function restoreFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else document.getElementById('content')?.focus();
}

/** Gives the focus to an element when it comes: what had it before is gone. */
export function useFocusOnMount<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** Moves the focus to the content when somebody comes to another place, and to its top unless they have gone back. */
export function useFocusOnNavigation(content: RefObject<HTMLElement | null>): void {
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

/** What the part of a page gets whose focus is kept. */
export interface FocusHandlers {
  onFocus(): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

/** Gives the focus to a part of the page when what had it in there is gone, so that the keyboard goes on from there. */
export function useFocusFallback(part: RefObject<HTMLElement | null>): FocusHandlers {
  const isWithin = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    if (isWithin.current && isLost) part.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isWithin.current = true;
    },
    // Without a target it may be that what had the focus was taken away.
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) isWithin.current = false;
    },
  };
}
