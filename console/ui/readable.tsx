import { Center, Skeleton } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../client/index.ts';
import { texts } from '../texts/page-texts.ts';
import { QuietButton } from './action-button.tsx';
import { Failure } from './failure.tsx';

interface ReadableProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Kept free until there is something, in pixels. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** Shows data when it is loaded. Earlier data stays if reloading fails. */
export function Readable<Data>({ query: { data, error, refetch }, height, children }: ReadableProps<Data>) {
  if (data !== undefined) return children(data);
  return error === null ? <Skeleton h={height} /> : <Failure error={error} retry={() => void refetch()} />;
}

interface ReadablePagesProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  height: number;
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** Shows the entries of the pages that were asked for, with a button that asks for another one. */
export function ReadablePages<Item>({ query, height, empty, children }: ReadablePagesProps<Item>) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Readable query={query} height={height}>
      {() => (
        <>
          {items.length === 0 ? empty : children(items)}
          {hasNextPage && (
            <Center>
              <QuietButton loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {texts.ui.showMore}
              </QuietButton>
            </Center>
          )}
        </>
      )}
    </Readable>
  );
}
