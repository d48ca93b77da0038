import { Group, Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import type { Order, Pet } from '../../client/index.ts';
import { SmallActionButton } from '../ui/action-button.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { Moment } from '../ui/time.tsx';
import { transitions } from './transitions.ts';
import type { PetChange } from './use-pet.ts';
import { statusChanges, useStatusChange } from './use-status-change.tsx';

interface StatusChoiceProps {
  pet: Pet;
  change: PetChange;
  /** The order that holds the animal; `null` if none does, as far as this key may know; `undefined` until that is known. */
  holder: Order | null | undefined;
}

/** Offers the possible next statuses, or explains why there are none. */
export function StatusChoice({ pet, change, holder }: StatusChoiceProps) {
  const group = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(group);
  const become = useStatusChange(pet, change);
  if (holder === undefined) return <Skeleton h={30} w={260} />;
  if (holder !== null) {
    return (
      <Text size="sm">
        Reserved <Moment at={holder.createdAt} />. Its status stays, and it cannot be removed, until the reservation is
        ended.
      </Text>
    );
  }
  return (
    <Group ref={group} tabIndex={-1} gap="xs" role="group" aria-label="Change the status" {...focusHandlers}>
      {transitions[pet.status].map((next) => (
        <SmallActionButton
          key={next}
          subject={`${pet.id} ${pet.status}`}
          disabled={change.underWay !== undefined}
          onClick={() => become(next)}
        >
          {statusChanges[next].label}
        </SmallActionButton>
      ))}
    </Group>
  );
}
