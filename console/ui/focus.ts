import { useWindowEvent } from '@mantine/hooks';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/** The element that had the focus when the caller was first rendered: usually the button that opened it. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement);
  return opener;
}

/** Moves the focus back to the element that opened a dialog, or to the content if that element is gone. */
export function restoreFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else document.getElementById('content')?.focus();
}

/**
 * A focus trap moves the focus to `[data-autofocus]` in a later task. On a busy machine the user may be typing into another
 * field by then, or have gone on in a menu, so the attribute follows the focus.
 */
export function keepFocus({ currentTarget, target }: FocusEvent): void {
  for (const element of currentTarget.querySelectorAll('[data-autofocus]')) element.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', '');
}

/** Focuses an element when it is mounted, because what had the focus before is gone. */
export function useFocusOnMount<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

/** After a navigation, moves the focus to the content, and scrolls to the top; who goes back comes to the row of what they leave. */
export function useFocusOnNavigation(content: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const before = useRef(path);
  const opened = useRef<string>(undefined);

  // The router tells of each address that is opened. A browser that goes back may show that before it does.
  const noteOpened = () => {
    opened.current = location.pathname;
  };
  useWindowEvent('pushState', noteOpened);
  useWindowEvent('replaceState', noteOpened);

  useEffect(() => {
    if (before.current === path) return;
    const isGoingBack = opened.current !== location.pathname;
    const row = isGoingBack && content.current?.querySelector<HTMLElement>(`li a[href$="${before.current}"]`);
    before.current = path;
    opened.current = undefined;
    if (!isGoingBack) window.scrollTo(0, 0);
    (row || content.current)?.focus({ preventScroll: true });
  }, [path, content]);
}

/**
 * Focuses a part of the page when the focused element in it is removed, so that the keyboard position is not lost; after the row
 * of an animal that which took its place.
 */
export function useFocusFallback(part: RefObject<HTMLElement | null>) {
  const isWithin = useRef(false);
  const place = useRef(-1);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    if (!isWithin.current || !isLost) return;
    const row = rowsOf(part.current)
      .slice(0, place.current + 1)
      .at(-1);
    (row?.querySelector('a') ?? part.current)?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      isWithin.current = true;
      place.current = rowsOf(part.current).findIndex((row) => row.contains(target));
    },
    // Without a target the focused element may have been removed.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) isWithin.current = false;
    },
  };
}

function rowsOf(part: HTMLElement | null): Element[] {
  return [...(part?.querySelectorAll('.animal') ?? [])];
}
