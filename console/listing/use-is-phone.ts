import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is so narrow that a table would not fit; the same width folds the navigation. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
}
