import { Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
import { isolated } from '../ui/inline.tsx';
import { EmptyState } from '../ui/page.tsx';
import type { ListingAddress } from './use-listing-address.ts';

interface Kind<Status extends string> {
  /** Such as `order`. */
  readonly one: string;
  readonly many: string;
  readonly statuses: readonly Status[];
  /** What is still to be done: shown when the address does not say it. */
  readonly usual: Status;
  /** What the statuses are called, if not by their own names. */
  readonly words?: Readonly<Record<Status, string>>;
}

type StatusFilter<Status extends string> = Readonly<ReturnType<typeof readStatusFilter<Status>>>;

type OtherFilters = Readonly<Record<string, string>>;

/** The filter that stands in an address, and a hint if it cannot be used. */
export function readStatusFilter<Status extends string>(
  kind: Kind<Status>,
  address: ListingAddress,
  others: OtherFilters = {},
) {
  const { many, statuses, usual, words } = kind;
  const choices = [
    ...statuses.map((value) => ({ value, label: words?.[value] ?? value })),
    { value: 'all' as const, label: texts.listing.all },
  ];
  const text = address.params.get('status') ?? '';
  const found = choices.find(({ value }) => value === text)?.value;
  const hint = texts.listing.noSuchStatus(many, brief(text), words?.[usual] ?? usual);
  const chosen = found ?? usual;
  return {
    kind,
    choices,
    chosen,
    isFirstPage: address.cursor === undefined,
    /** As the interface has it; `undefined` for all. */
    status: chosen === 'all' ? undefined : chosen,
    hints: text === '' || found !== undefined ? [] : [hint],
    others,
    show: (wanted: Status | 'all', beside: OtherFilters = others) =>
      address.filter(wanted === usual ? beside : { ...beside, status: wanted }),
  };
}

/** A text of an address, as far as it fits into a hint. */
export function brief(text: string): string {
  return isolated(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

interface StatusFilterBarProps<Status extends string> {
  filter: StatusFilter<Status>;
  children?: ReactNode;
}

export function StatusFilterBar<Status extends string>({ filter, children }: StatusFilterBarProps<Status>) {
  const { kind, choices, chosen, show } = filter;
  return (
    <Group role="search" aria-label={texts.listing.filter(kind.many)}>
      <NativeSelect
        label={texts.listing.status}
        data={[...choices]}
        value={chosen}
        onChange={({ currentTarget }) => {
          const found = choices.find(({ value }) => value === currentTarget.value);
          if (found !== undefined) show(found.value);
        }}
      />
      {children}
    </Group>
  );
}

interface FilteredEmptyProps<Status extends string> {
  filter: StatusFilter<Status>;
  /** Shown where there is nothing in any status. */
  none: ReactNode;
  /** What became of entries that are not on this page any more. */
  gone: string;
  /** What it means that there are none in a status. */
  meaning: string;
  actions?: ReactNode;
}

export function FilteredEmpty<Status extends string>(props: FilteredEmptyProps<Status>) {
  const { filter, none, gone, meaning, actions } = props;
  const { kind, choices, chosen, others, isFirstPage, show } = filter;
  if (isFirstPage && chosen === 'all' && Object.keys(others).length === 0) return none;
  const word = choices.find(({ value }) => value === chosen)?.label;
  return (
    <EmptyState
      title={isFirstPage && chosen !== 'all' ? texts.listing.none(kind.one, word ?? '') : texts.listing.emptyPage}
      actions={
        <>
          {isFirstPage && actions}
          <QuietButton onClick={() => show('all', {})}>{texts.listing.showAll(kind.many)}</QuietButton>
        </>
      }
    >
      {isFirstPage ? meaning : gone}
    </EmptyState>
  );
}
