import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../ui/failure.tsx';

interface ReadableProps<Data> {
  query: UseQueryResult<Data>;
  /** Kept free until there is something, in pixels. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** What was read, as soon as it is there. What was read before stays when reading it again fails. */
export function Readable<Data>({ query, height, children }: ReadableProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error === null ? <Skeleton h={height} /> : <Failure error={error} retry={() => void refetch()} />;
}
