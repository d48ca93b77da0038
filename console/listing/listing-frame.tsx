import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from '../ui/failure.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { Pager } from './pager.tsx';
import type { ListingAddress } from './use-listing-address.ts';
import type { ListingPage } from './use-listing-page.ts';

interface ListingFrameProps<Item> {
  /** What is listed, such as `Animals`. */
  label: string;
  address: ListingAddress;
  listing: ListingPage<Item>;
  /** What of the address could not be used. */
  hints: readonly string[];
  count: ReactNode;
  skeleton: ReactNode;
  /** Shown instead of a page without entries. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** A page of a list with what stands around it: hints, counts, and the ways to the other pages. */
export function ListingFrame<Item>(props: ListingFrameProps<Item>) {
  const { label, address, listing, hints, count, skeleton, empty, children } = props;
  const { page, error, isTurning, region, turn, retry } = listing;
  const { pageNumber } = address;
  const focusHandlers = useFocusFallback(region);
  const name = pageNumber === undefined ? `${label}, a later page` : `${label}, page ${pageNumber}`;
  return (
    <Stack gap="md">
      {address.isLost && (
        <Alert color="orange" role="status">
          That page no longer exists. This is the first page.
        </Alert>
      )}
      {hints.map((hint) => (
        <Alert key={hint} color="orange" role="status" className="name">
          {hint}
        </Alert>
      ))}
      {error !== null && page === undefined && <Failure error={error} retry={retry} />}
      {error === null && page === undefined && (
        <section aria-busy="true" aria-label={`${label} are being read`}>
          <Skeleton h={36} mb="md" />
          {skeleton}
        </section>
      )}
      {page !== undefined && (
        // The bar at the top covers what is scrolled to.
        <section
          {...focusHandlers}
          ref={region}
          tabIndex={-1}
          aria-label={name}
          aria-busy={isTurning}
          style={{ scrollMarginTop: 72, opacity: isTurning ? 0.6 : 1 }}
        >
          {page.items.length > 0 && (
            <>
              <Group justify="space-between" mih={36} mb="md">
                <Text size="sm" role="status">
                  {page.items.length} on this page
                </Text>
                {count}
              </Group>
              {children(page.items)}
            </>
          )}
          {page.items.length === 0 && empty}
          <Pager label={label} address={address} next={page.next} isTurning={isTurning} onTurn={turn} />
        </section>
      )}
    </Stack>
  );
}
