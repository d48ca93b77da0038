import { Alert, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type Page, PetstoreError } from '../../client/index.ts';
import { formatCount } from '../lib/formats.ts';
import { texts } from '../texts/texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import type { ListingAddress } from './use-listing-address.ts';

interface ListingProps<Item> {
  /** What is listed, such as `Animals`. */
  label: string;
  noun: { readonly one: string; readonly many: string };
  address: ListingAddress;
  /** What tells this list from others: the name by which it is reloaded, and its filters. */
  queryKey: readonly [name: string, filters: unknown];
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  /** Counts the entries of all pages; `null` where they are too many. */
  count: (signal: AbortSignal) => Promise<number | null>;
  /** What is shown of a page; by default all. */
  select?: (items: readonly Item[]) => readonly Item[];
  /** What of the address could not be used. */
  hints: readonly string[];
  empty: ReactNode;
  /** What stands beside the number of entries. */
  tools?: (items: readonly Item[], total: number | undefined) => ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * The page of a list at which the address points, with what stands around it: hints, counts, and the ways to the other
 * pages. Where there is no such page, the address is led to the first one.
 */
export function ListingView<Item>(props: ListingProps<Item>) {
  const { label, noun, address, queryKey, fetchPage, count, select, hints, empty, tools, children } = props;
  const [name, filters] = queryKey;
  const { cursor, pageNumber } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [name, 'page', filters, cursor ?? ''],
    queryFn: ({ signal }) => fetchPage(cursor, signal),
    placeholderData: keepPreviousData,
  });
  const { data: counted } = useQuery({
    queryKey: [name, 'count', filters],
    queryFn: ({ signal }) => count(signal),
  });
  const isCursorRefused = error instanceof PetstoreError && error.code === 'invalid_cursor';
  const isGivenUp = isCursorRefused && cursor !== undefined;
  useEffect(() => {
    if (isGivenUp) address.giveUp();
  });

  const region = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(region);
  const isTurned = useRef(false);
  // The list gets the focus as soon as the page is there that was asked for last.
  useEffect(() => {
    if (!isTurned.current || isPlaceholderData || data === undefined) return;
    isTurned.current = false;
    // The focus alone does not scroll to what is partly in view.
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView();
  });

  useKeepInPlace(region, JSON.stringify([queryKey, cursor]), data);

  const page = isGivenUp ? undefined : data;
  const items = page && (select?.(page.items) ?? page.items);
  const isWhole = cursor === undefined && page?.next === undefined;
  const total = isWhole ? items?.length : (counted ?? undefined);
  return (
    <Stack gap="md">
      {[...(address.isLost ? [texts.listing.pageLost] : []), ...hints].map((hint) => (
        <Alert key={hint} color="orange" role="status" className="name">
          {hint}
        </Alert>
      ))}
      {page === undefined && error !== null && !isGivenUp && <Failure error={error} retry={() => void refetch()} />}
      {page === undefined && (error === null || isGivenUp) && (
        <section aria-busy="true" aria-label={texts.listing.reading(label)}>
          <div className="skeleton" />
        </section>
      )}
      {page !== undefined && items !== undefined && (
        // The bar at the top covers what is scrolled to.
        <section
          {...focusHandlers}
          ref={region}
          tabIndex={-1}
          aria-label={texts.listing.page(label, pageNumber)}
          aria-busy={isPlaceholderData}
          style={{ scrollMarginTop: 72, overflowAnchor: 'none', opacity: isPlaceholderData ? 0.6 : 1 }}
        >
          {items.length > 0 && (
            <>
              <Group className={tools && 'list-head'} gap="xs" mb="xs">
                <Text size="sm" role="status">
                  {total === undefined
                    ? texts.listing.moreThan(formatCount(items.length), noun.many)
                    : `${formatCount(total)} ${total === 1 ? noun.one : noun.many}`}
                </Text>
                {tools?.(items, total)}
              </Group>
              {children(items)}
            </>
          )}
          {items.length === 0 && empty}
          <Pager
            label={label}
            address={address}
            next={page.next}
            isTurning={isPlaceholderData}
            onTurn={() => {
              isTurned.current = true;
            }}
          />
        </section>
      )}
    </Stack>
  );
}

interface PagerProps {
  label: string;
  address: ListingAddress;
  next: string | undefined;
  isTurning: boolean;
  onTurn: () => void;
}

/** The ways to the pages beside this one; nothing where there is but one page. */
function Pager({ label, address, next, isTurning, onTurn }: PagerProps) {
  const { cursor, trail, pageNumber } = address;
  if (cursor === undefined && next === undefined) return null;
  const isWayUnknown = cursor !== undefined && trail.length === 0;
  const turn = (show: () => void) => () => {
    onTurn();
    show();
  };
  return (
    <Group component="nav" aria-label={texts.listing.pages(label)} justify="space-between" mt="md">
      <QuietButton
        onClick={turn(isWayUnknown ? address.first : address.back)}
        disabled={isTurning || cursor === undefined}
      >
        {isWayUnknown ? texts.listing.firstPage : texts.listing.back}
      </QuietButton>
      {pageNumber !== undefined && <Text size="sm">{texts.listing.pageNumber(pageNumber)}</Text>}
      <QuietButton
        disabled={isTurning || next === undefined}
        onClick={turn(() => next !== undefined && address.next(next))}
      >
        {texts.listing.next}
      </QuietButton>
    </Group>
  );
}

interface Anchor {
  readonly row: Element;
  readonly top: number;
}

/**
 * Keeps a row where it is when others are added or removed above it: the one that is pointed at, or has the focus, or else the
 * first in view of a page that was scrolled. Not all engines do so by themselves, and none at the top of a page.
 * @param list which list it is: another one begins anew
 */
function useKeepInPlace(region: RefObject<HTMLElement | null>, list: string, items: unknown): void {
  const shown = useRef({ list, items });
  const isReloaded = shown.current.list === list && shown.current.items !== items;
  // Still as it was before this render.
  const anchor = isReloaded ? findAnchor(region.current) : undefined;
  useLayoutEffect(() => {
    shown.current = { list, items };
    if (anchor?.row.isConnected) window.scrollBy(0, anchor.row.getBoundingClientRect().top - anchor.top);
  });
}

function findAnchor(region: HTMLElement | null): Anchor | undefined {
  const rows = [...(region?.querySelectorAll('li') ?? [])];
  const row =
    rows.find((one) => one.matches(':hover, :focus-within')) ??
    (window.scrollY === 0 ? undefined : rows.find((one) => one.getBoundingClientRect().top >= 0));
  return row && { row, top: row.getBoundingClientRect().top };
}
