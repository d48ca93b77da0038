import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { PetstoreError } from '../../client/index.ts';
import { Dialog } from '../pets/dialog.tsx';
import { PetFormFailure } from '../pets/pet-form-failure.tsx';
import { usePetsById } from '../pets/use-pets.ts';
import { readInteger } from '../shared/integers.ts';
import { Name } from '../shared/name.tsx';
import { notifyDone } from '../shared/notify.tsx';
import { isTaken, usePlaceOrder } from './use-place-order.ts';

interface PlaceOrderDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function PlaceOrderDialog({ isOpen, onClose }: PlaceOrderDialogProps) {
  return (
    <Dialog title="Place an order" isOpen={isOpen} onClose={onClose}>
      <PlaceOrderForm onClose={onClose} />
    </Dialog>
  );
}

const pauseMs = 250;

/** Asks for the number of an animal, and shows which one that is. */
function PlaceOrderForm({ onClose }: Pick<PlaceOrderDialogProps, 'onClose'>) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = usePlaceOrder();
  const [settled] = useDebouncedValue(text, pauseMs);
  const found = useFoundPet(settled);

  const refuse = (reason: string) => {
    setFault(reason);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const petId = readInteger(text);
    if (petId === undefined) return refuse('Type the number of an animal, such as 42.');
    setFault(undefined);
    mutate(petId, {
      onSuccess: (order) => {
        onClose();
        notifyDone(`Order ${order.id} was placed: the animal ${order.petId} is reserved.`);
      },
      onError: (reason) => {
        if (isTaken(reason)) refuse(`It is not to be had; perhaps another order was faster. ${reason.message}`);
        if (isUnknown(reason)) refuse(reason.message);
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
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
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
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
