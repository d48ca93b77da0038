import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { PetstoreError } from '../../client/index.ts';
import { usePetsById } from '../data/use-pets-by-id.ts';
import { discardDraft, RestoredHint, useKeptFields } from '../lib/drafts.tsx';
import { readInteger } from '../lib/integers.ts';
import { useOneAtATime } from '../lib/use-one-at-a-time.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PetFormFailure } from '../ui/form-failure.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { isTaken, usePlaceOrder } from './use-place-order.ts';

interface PlaceOrderDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function PlaceOrderDialog({ isOpen, onClose }: PlaceOrderDialogProps) {
  const close = () => {
    discardDraft(orderDraft);
    onClose();
  };
  return (
    <Dialog title="Place an order" isOpen={isOpen} onClose={close}>
      <PlaceOrderForm onClose={close} />
    </Dialog>
  );
}

/** Under which name the form keeps what is typed. */
export const orderDraft = 'new-order';
const pauseMs = 250;

/** Asks for the number of an animal, and shows which one that is. */
function PlaceOrderForm({ onClose }: Pick<PlaceOrderDialogProps, 'onClose'>) {
  const { fields, isRestored, change } = useKeptFields(orderDraft, { petId: '' });
  const text = fields.petId;
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { mutateAsync, isPending, error, reset } = usePlaceOrder();
  const oneAtATime = useOneAtATime();
  const [settled] = useDebouncedValue(text, pauseMs);
  const found = useFoundPet(settled);

  const refuse = (reason: string) => {
    setFault(reason);
    field.current?.focus();
  };
  // What was said of one animal says nothing of the next.
  const type = (typed: string) => {
    change({ petId: typed });
    setFault(undefined);
    reset();
  };
  const place = async (petId: bigint) => {
    setFault(undefined);
    try {
      const order = await mutateAsync(petId);
      onClose();
      notifyDone(`Order ${order.id} was placed: the animal ${order.petId} is reserved.`);
    } catch (reason) {
      if (isTaken(reason)) refuse(`It is not to be had; perhaps another order was faster. ${reason.message}`);
      if (isUnknown(reason)) refuse(reason.message);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const petId = readInteger(text);
    if (petId === undefined) return refuse('Type the number of an animal, such as 42.');
    void oneAtATime(() => place(petId));
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {isRestored && <RestoredHint />}
        {error !== null && !isTaken(error) && !isUnknown(error) && (
          <PetFormFailure error={error} action="Place the order" />
        )}
        <TextInput
          ref={field}
          label="Number of the animal"
          description={fault === undefined && found}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-autofocus
          required
          withAsterisk={false}
          autoComplete="off"
          readOnly={isPending}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          error={fault}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Place the order
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function isUnknown(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.code === 'pet_not_found';
}

/** Which animal somebody means, in words. */
function useFoundPet(text: string): ReactNode {
  const petId = readInteger(text);
  const pets = usePetsById(petId === undefined ? [] : [petId], petId !== undefined);
  if (petId === undefined || pets === undefined) return 'It stands beside the name in the list of animals.';
  const pet = pets.get(petId);
  if (pet === undefined) return 'There is no animal with this number.';
  return (
    <>
      This is <Name>{pet.name}</Name>, {pet.status}.
    </>
  );
}
