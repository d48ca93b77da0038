import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** What the part of a page gets whose focus is kept. */
export interface KeptFocus {
  onFocus(): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

/** Gives the focus to a part of the page when what had it in there is gone, so that the keyboard goes on from there. */
export function useKeptFocus(part: RefObject<HTMLElement | null>): KeptFocus {
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
