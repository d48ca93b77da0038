import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import type { Order, Pet, PetStatus } from '../../client/index.ts';
import { notifyDone, notifyFailed } from '../shared/notify.ts';
import { ChangedMeanwhileError } from './change-pet.ts';
import { useKeptFocus } from './listing/use-kept-focus.ts';
import { transitions } from './transitions.ts';
import type { PetChange } from './use-pet-change.ts';

interface StatusChoiceProps {
  pet: Pet;
  change: PetChange;
  /** The order that holds the animal; `null` if none does, as far as this key may know; `undefined` until that is known. */
  holder: Order | null | undefined;
}

/** Offers what the animal can become, or says why it cannot become anything. */
export function StatusChoice({ pet, change, holder }: StatusChoiceProps) {
  const group = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(group);
  const { status = 'available', name } = pet;

  const become = async (wanted: PetStatus) => {
    try {
      await change.make({ seen: pet, changes: { status: wanted } });
      notifyDone(`${name} is ${wanted} now.`);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) notifyFailed(`${name} did not become ${wanted}`, error);
    }
  };

  if (holder === undefined) return <Skeleton h={30} w={260} />;
  if (holder !== null) {
    return (
      <Text size="sm">
        The open order <span className="id">{String(holder.id)}</span> holds this animal. Its status stays, and it
        cannot be removed, until the order is ended.
      </Text>
    );
  }
  return (
    <Group ref={group} tabIndex={-1} gap="xs" role="group" aria-label="Change the status" {...keptFocus}>
      {transitions[status].map((next) => (
        <Button
          key={next}
          variant="default"
          size="xs"
          disabled={change.underWay !== undefined}
          onClick={() => void become(next)}
        >
          Mark as {next}
        </Button>
      ))}
    </Group>
  );
}
