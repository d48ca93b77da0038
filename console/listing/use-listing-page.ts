import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { type Page, PetstoreError } from '../../client/index.ts';
import type { ListingAddress } from './use-listing-address.ts';

interface ListingPageOptions<Item> {
  queryKey: QueryKey;
  fetchPage: (signal: AbortSignal) => Promise<Page<Item>>;
  address: ListingAddress;
}

/** A page of a list, as far as it was read. */
export interface ListingPage<Item> {
  readonly page: Page<Item> | undefined;
  readonly error: Error | null;
  /** Whether what is shown is still the page before. */
  readonly isTurning: boolean;
  /** Where the list stands. */
  readonly region: RefObject<HTMLDivElement | null>;
  /** Gives the list the focus as soon as the page is there that is asked for now. */
  turn(): void;
  retry(): void;
}

/** Reads the page at which the address points. Where there is no such page, the address is led to the first one. */
export function useListingPage<Item>({ queryKey, fetchPage, address }: ListingPageOptions<Item>): ListingPage<Item> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKey, address.cursor ?? ''],
    queryFn: ({ signal }) => fetchPage(signal),
    placeholderData: keepPreviousData,
  });
  const isCursorRefused = error instanceof PetstoreError && error.code === 'invalid_cursor';
  const isGivenUp = isCursorRefused && address.cursor !== undefined;
  useEffect(() => {
    if (isGivenUp) address.giveUp();
  });

  const region = useRef<HTMLDivElement>(null);
  const isTurned = useRef(false);
  useEffect(() => {
    if (!isTurned.current || isPlaceholderData || data === undefined) return;
    isTurned.current = false;
    region.current?.focus();
  });

  return {
    page: isGivenUp ? undefined : data,
    error: isGivenUp ? null : error,
    isTurning: isPlaceholderData,
    region,
    turn: () => {
      isTurned.current = true;
    },
    retry: () => void refetch(),
  };
}
