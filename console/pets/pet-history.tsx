import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Order, Pet } from '../../client/index.ts';
import { By } from '../data/by.tsx';
import type { Animal } from '../lib/animals.ts';
import { tell } from '../overview/activities.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { Name } from '../ui/name.tsx';
import { Section } from '../ui/page.tsx';
import { Moment } from '../ui/time.tsx';
import { historyOf, mostShown } from './history.ts';

interface PetHistoryProps {
  pet: Pet;
  animal: Animal | null | undefined;
  orders: readonly Order[];
}

/** What is known to have happened to an animal, the newest first. */
export function PetHistory({ pet, animal, orders }: PetHistoryProps) {
  const { data: events } = useEventsOf(pet.id);
  const addedAt = animal?.createdAt;
  const history = useMemo(() => historyOf(pet, addedAt, orders, events ?? []), [pet, addedAt, orders, events]);
  return (
    <Section title={pageTexts.pets.history}>
      {history.length === 0 ? (
        <Text c="dimmed">{pageTexts.pets.noHistory}</Text>
      ) : (
        <ol className="pet-history" aria-label={pageTexts.pets.historyList}>
          {history.map((entry) => (
            <li key={String(entry.id)}>
              {tell(entry, animal).map((piece) =>
                typeof piece === 'string' ? piece : <Name key={piece.name}>{piece.name}</Name>,
              )}
              <Text size="sm" c="dimmed">
                <By actor={entry.actor}>
                  <Moment at={entry.at} />
                </By>
              </Text>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** The latest events of an animal, the oldest of them first; nothing for a key that may not read events. */
function useEventsOf(petId: bigint) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['pets', 'history', String(petId)],
    queryFn: async ({ signal }) => {
      const { items } = await client.events.list({ petId, sort: '-id', limit: mostShown, signal }).page();
      return items.toReversed();
    },
    enabled: can('events:read'),
  });
}
