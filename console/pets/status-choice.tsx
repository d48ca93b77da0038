import { Group, Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import type { Order, Pet, PetStatus } from '../../client/index.ts';
import { useOneAtATime } from '../lib/mutations.ts';
import { SmallActionButton } from '../ui/action-button.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { notifyDone, notifyFailed, notifyUndoable } from '../ui/notify.tsx';
import { Moment } from '../ui/time.tsx';
import { ChangedMeanwhileError } from './change-pet.ts';
import { transitions } from './transitions.ts';
import type { PetChange } from './use-pet.ts';

interface StatusChoiceProps {
  pet: Pet;
  change: PetChange;
  /** The order that holds the animal; `null` if none does, as far as this key may know; `undefined` until that is known. */
  holder: Order | null | undefined;
}

/** How people talk of what an animal becomes. */
const changes: Record<PetStatus, { label: string; done: string; failed: string }> = {
  available: { label: 'Make available', done: 'is available', failed: 'did not become available' },
  pending: { label: 'Put on hold', done: 'is on hold', failed: 'was not put on hold' },
  sold: { label: 'Adopt', done: 'was adopted', failed: 'was not adopted' },
};

/** Offers the possible next statuses, or explains why there are none. */
export function StatusChoice({ pet, change, holder }: StatusChoiceProps) {
  const group = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(group);
  const oneAtATime = useOneAtATime();
  const { id, status = 'available', name } = pet;

  const shown = <Name>{name}</Name>;
  const became = (now: PetStatus) => (
    <>
      {shown} {changes[now].done}.
    </>
  );
  const fail = (wanted: PetStatus, error: unknown) =>
    notifyFailed(
      <>
        {shown} {changes[wanted].failed}
      </>,
      error,
    );
  const become = async (wanted: PetStatus) => {
    try {
      const changed = await change.make({ seen: pet, changes: { status: wanted } });
      if (transitions[wanted].includes(status)) notifyUndoable(became(wanted), () => void takeBack(changed));
      else notifyDone(became(wanted));
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) fail(wanted, error);
    }
  };
  const takeBack = async (changed: Pet) => {
    try {
      await change.takeBack({ seen: changed, changes: { status } });
      notifyDone(became(status));
    } catch (error) {
      fail(status, error);
    }
  };

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
      {transitions[status].map((next) => (
        <SmallActionButton
          key={next}
          subject={`${id} ${status}`}
          disabled={change.underWay !== undefined}
          onClick={() => void oneAtATime(() => become(next))}
        >
          {changes[next].label}
        </SmallActionButton>
      ))}
    </Group>
  );
}
