import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Inquiry, Order, Page } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Note } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';

/** What people are found in, and what a key must let them see for that. */
const sources = { orders: ['orders:read', 'contacts:read'], inquiries: ['inquiries:read'] } as const;
type Items = { orders: Order; inquiries: Inquiry };

/** Who is found by a name, a telephone number or an e-mail address, a part at a time. No address and no log has the text. */
export function useContacts<Name extends keyof Items>(source: Name, text: string) {
  const { client, can } = useSession();
  const [q] = useDebouncedValue(text.trim(), 200);
  return useInfiniteQuery({
    queryKey: [source, 'by contact', q],
    queryFn: async ({ pageParam, signal }): Promise<Page<Items[Name]>> => {
      // A call reads a bounded number of entries, of which none may be of this person.
      for (let before = pageParam; ; ) {
        const { items, next } = await client[source].search({ text: q, ...(before && { before }) }, { signal });
        if (items.length > 0 || next === undefined) return { items: items as Items[Name][], next: next?.toString() };
        before = next;
      }
    },
    initialPageParam: undefined as bigint | undefined,
    getNextPageParam: ({ next }) => (next === undefined ? undefined : BigInt(next)),
    enabled: q !== '' && sources[source].every(can),
  });
}

/** Whom somebody looks for in a list, also from elsewhere. It goes with the session, as all that was read. */
export function useAskedFor(source: keyof Items): readonly [text: string, ask: (text: string) => void] {
  const queries = useQueryClient();
  const queryKey = ['asked for', source];
  const { data = '' } = useQuery<string>({ queryKey, queryFn: skipToken });
  return [data, (text) => queries.setQueryData(queryKey, text)];
}

interface ContactSearchProps<Name extends keyof Items> {
  source: Name;
  /** Shows what is found. */
  found: (items: readonly Items[Name][]) => ReactNode;
  /** What stands there while nobody searches. */
  children: ReactNode;
}

/** A field for somebody's name, number or address, and what is found by it in place of the list. */
export function ContactSearch<Name extends keyof Items>({ source, found, children }: ContactSearchProps<Name>) {
  const { can } = useSession();
  const [text, ask] = useAskedFor(source);
  const query = useContacts(source, text);
  if (!sources[source].every(can)) return children;
  return (
    <>
      <TextInput
        type="search"
        label={texts.find.person}
        placeholder={texts.find.personHint}
        autoComplete="off"
        maxLength={100}
        maw={420}
        value={text}
        onChange={({ currentTarget }) => ask(currentTarget.value)}
      />
      {text.trim() === '' ? (
        children
      ) : (
        <ReadablePages query={query} height={240} empty={<Note role="status">{texts.find.nobody}</Note>}>
          {found}
        </ReadablePages>
      )}
    </>
  );
}
