import { Skeleton, Stack } from '@mantine/core';
import { useIsPhone } from './use-is-phone.ts';

interface ListSkeletonProps {
  /** Heights in pixels, as the entries have them in a table and as cards. */
  row: number;
  card: number;
}

const headingHeight = 41;
const rule = 1;

/** As high as a page of twenty entries, so that nothing jumps when they come. */
export function ListSkeleton({ row, card }: ListSkeletonProps) {
  const isPhone = useIsPhone();
  return (
    <Stack gap={isPhone ? 'xs' : rule}>
      {!isPhone && <Skeleton h={headingHeight} />}
      {Array.from({ length: 20 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells these apart but their place
        <Skeleton key={place} h={isPhone ? card : row - rule} />
      ))}
    </Stack>
  );
}
