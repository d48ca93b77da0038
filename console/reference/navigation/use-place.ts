import { useEffect, useState } from 'react';
import { anchorOf } from '../addresses.ts';

/** The part of the window, from its top, in which a heading counts as read. */
const readPart = 0.3;

/** The last place of the page whose heading has come into the upper part of the window. */
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
 * Goes to the place that the address names, once it is there: when the browser looked for it, the page was still empty.
 * From then on the browser does it, also when going back.
 */
export function useNamedPlace(): void {
  useEffect(() => {
    if (document.getElementById(anchorOf(location.hash)) !== null) location.replace(location.href);
  }, []);
}
