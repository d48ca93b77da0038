import { useCallback, useRef } from 'react';

/**
 * Does something unless it is being done: two presses can come before the page shows that the first one had an effect.
 */
export function useOneAtATime(): (act: () => Promise<unknown>) => Promise<void> {
  const isUnderWay = useRef(false);
  return useCallback(async (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await act();
    } finally {
      isUnderWay.current = false;
    }
  }, []);
}
