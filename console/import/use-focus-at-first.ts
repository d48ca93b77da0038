import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to an element when it comes: what had it before is gone. */
export function useFocusAtFirst<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
