import { Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

/** About as high as a screen full of rows, so that the layout does not shift. */
export function ListSkeleton() {
  const isPhone = useIsNarrow();
  return (
    <Stack gap={1}>
      {Array.from({ length: 20 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these have no other identity
        <Skeleton key={place} h={isPhone ? 88 : 56} />
      ))}
    </Stack>
  );
}

/** Whether the window is narrower than that; by default, than a table needs, which is where the navigation folds, too. */
export function useIsNarrow(width = '48em'): boolean {
  return useMediaQuery(`(width < ${width})`, undefined, { getInitialValueInEffect: false });
}
