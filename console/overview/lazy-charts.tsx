import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { chartHeights } from './card.tsx';
import type * as Charts from './charts.tsx';

const LazyDonut = lazy(async () => ({ default: (await import('./charts.tsx')).StatusDonut }));
const LazyBars = lazy(async () => ({ default: (await import('./charts.tsx')).AdoptionBars }));

// The chart library is larger than the rest of the page, so it is loaded after the numbers.
export function StatusDonut(props: ComponentProps<typeof Charts.StatusDonut>) {
  return (
    <Suspense fallback={<Skeleton h={chartHeights.donut} w={chartHeights.donut} circle />}>
      <LazyDonut {...props} />
    </Suspense>
  );
}

export function AdoptionBars(props: ComponentProps<typeof Charts.AdoptionBars>) {
  return (
    <Suspense fallback={<Skeleton h={chartHeights.bars} />}>
      <LazyBars {...props} />
    </Suspense>
  );
}
