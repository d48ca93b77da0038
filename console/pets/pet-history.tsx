import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { EventType, Order, Pet } from '../../client/index.ts';
import { By } from '../data/by.tsx';
import type { Animal } from '../lib/animals.ts';
import { type ActivityEntry, tell } from '../overview/activities.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Moment, Name } from '../ui/inline.tsx';
import { Note, Section } from '../ui/page.tsx';
import { historyOf, mostShown } from './history.ts';
import { NoteText, useNotes } from './pet-notes.tsx';

interface PetHistoryProps {
  pet: Pet;
  animal: Animal | null | undefined;
  orders: readonly Order[];
}

export function PetHistory({ pet, animal, orders }: PetHistoryProps) {
  const { data: events } = useEventsOf(pet.id, orders);
  const { data: inquiries } = useInquiriesOf(pet.id);
  const addedAt = animal?.createdAt;
  const history = useMemo(
    () => historyOf({ pet, addedAt, orders, inquiries: inquiries ?? [], events: events ?? [] }),
    [pet, addedAt, orders, inquiries, events],
  );
  const entries = [
    ...history.map((entry) => ({ key: String(entry.id), ...entry, said: sayOf(entry, animal) })),
    ...useNotes(pet.id).map((note) => {
      return { key: `note ${note.id}`, at: note.createdAt, actor: note.createdBy, said: <NoteText note={note} /> };
    }),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Section title={texts.pets.history}>
      {entries.length === 0 ? (
        <Text c="dimmed">{texts.pets.noHistory}</Text>
      ) : (
        <ol className="pet-history" aria-label={texts.pets.historyList}>
          {entries.map((entry) => (
            <li key={entry.key}>
              {entry.said}
              <Note>
                <By actor={entry.actor}>
                  <Moment at={entry.at} />
                </By>
              </Note>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function sayOf(entry: ActivityEntry, animal: PetHistoryProps['animal']): ReactNode {
  return tell(entry, animal).map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a person and an animal can have one name
    typeof piece === 'string' ? piece : <Name key={place}>{piece.name}</Name>,
  );
}

/** Of so many orders, the newest, it is asked how they were changed. */
const ordersAsked = 3;

/** The latest events of an animal, its orders and inquiries, the oldest of them first; nothing for a key that may not read events. */
function useEventsOf(petId: bigint, orders: readonly Order[]) {
  const { client, can } = useSession();
  const orderIds = orders.slice(0, ordersAsked).map(({ id }) => id);
  return useQuery({
    queryKey: ['pets', 'history', String(petId), orderIds.map(String)],
    queryFn: async ({ signal }) => {
      const read = (filters: { petId: bigint } | { orderId: bigint; type: EventType } | { type: EventType }) =>
        client.events.list({ ...filters, sort: '-id', limit: mostShown, signal }).page();
      const pages = await Promise.all([
        read({ petId }),
        ...orderIds.map((orderId) => read({ orderId, type: 'order.updated' })),
        ...(can('inquiries:read') ? [read({ type: 'inquiry.updated' })] : []),
      ]);
      return pages.flatMap(({ items }) => items).sort((one, other) => (one.id < other.id ? -1 : 1));
    },
    placeholderData: keepPreviousData,
    enabled: can('events:read'),
  });
}

/** The latest inquiries about an animal; nothing for a key that may not read them. */
function useInquiriesOf(petId: bigint) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['inquiries', 'of animal', String(petId)],
    queryFn: async ({ signal }) =>
      (await client.inquiries.list({ petId, sort: '-id', limit: mostShown, signal }).page()).items,
    enabled: can('inquiries:read'),
  });
}
