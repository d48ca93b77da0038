import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLive } from './live-events.tsx';

/** Shows its children as soon as it is time to read. */
export function LiveGate({ children }: { children: ReactNode }) {
  const { isReady } = useLive();
  return isReady ? children : <Skeleton h={240} />;
}
