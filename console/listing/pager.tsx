import { Button, Group, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import type { ListingAddress } from './use-listing-address.ts';

interface PagerProps {
  label: string;
  address: ListingAddress;
  /** Where the page after this one begins. */
  next: string | undefined;
  isTurning: boolean;
  /** Called before another page is shown. */
  onTurn: () => void;
}

/** The ways to the pages beside this one; nothing where there is but one page. */
export function Pager({ label, address, next, isTurning, onTurn }: PagerProps) {
  const { cursor, trail, pageNumber } = address;
  if (cursor === undefined && next === undefined) return null;
  const isWayUnknown = cursor !== undefined && trail.length === 0;
  const turn = (show: () => void) => () => {
    onTurn();
    show();
  };
  return (
    <Group component="nav" aria-label={texts.listing.pages(label)} justify="space-between" mt="md">
      <Button
        variant="default"
        onClick={turn(isWayUnknown ? address.first : address.back)}
        disabled={isTurning || cursor === undefined}
      >
        {isWayUnknown ? texts.listing.firstPage : texts.listing.back}
      </Button>
      {pageNumber !== undefined && <Text size="sm">{texts.listing.pageNumber(pageNumber)}</Text>}
      <Button
        variant="default"
        disabled={isTurning || next === undefined}
        onClick={turn(() => next !== undefined && address.next(next))}
      >
        {texts.listing.next}
      </Button>
    </Group>
  );
}
