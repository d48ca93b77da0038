import { Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

interface ListSkeletonProps {
  /** Heights in pixels, as the entries have them in a table and as cards. */
  row: number;
  card: number;
}

const headingHeight = 41;
const rule = 1;

/** As high as a page of twenty entries, so that the layout does not shift. */
export function ListSkeleton({ row, card }: ListSkeletonProps) {
  const isPhone = useIsNarrow();
  return (
    <Stack gap={isPhone ? 'xs' : rule}>
      {!isPhone && <Skeleton h={headingHeight} />}
      {Array.from({ length: 20 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these have no other identity
        <Skeleton key={place} h={isPhone ? card : row - rule} />
      ))}
    </Stack>
  );
}

/** Whether the window is narrower than that; by default, than a table needs, which is where the navigation folds, too. */
export function useIsNarrow(width = '48em'): boolean {
  return useMediaQuery(`(width < ${width})`, undefined, { getInitialValueInEffect: false });
}
