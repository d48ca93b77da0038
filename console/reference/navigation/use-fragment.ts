import { useEffect, useState } from 'react';
import { anchorOf } from '../addresses.ts';

/** The part of the window, from its top, in which a heading counts as read. */
const readPart = 0.3;

/** The last anchor whose heading has come into the upper part of the window. */
export function useCurrentAnchor(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const limit = innerHeight * readPart;
      const last = anchors.findLast((anchor) => {
        const element = document.getElementById(anchor);
        return element !== null && element.getBoundingClientRect().top < limit;
      });
      setCurrent(last);
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [anchors]);
  return current;
}

/**
 * Goes to the fragment of the address when the page is drawn: it was empty when the browser did. From then on the browser
 * does it, also when going back.
 */
export function useInitialFragment(): void {
  useEffect(() => {
    if (document.getElementById(anchorOf(location.hash)) !== null) location.replace(location.href);
  }, []);
}
