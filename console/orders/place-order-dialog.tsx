import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PetstoreError } from '../../client/index.ts';
import { parseInt64 } from '../../client/transport/int64.ts';
import { usePetsById } from '../data/queries.ts';
import { discardAndClose, RestoredHint, useDraftFields } from '../lib/drafts.tsx';
import { type FieldErrors, useFormMutation } from '../lib/mutations.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { explain } from '../ui/failure.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { petWords } from '../ui/words.ts';
import { isTaken, usePlaceOrder } from './use-orders.ts';

export const orderDraft = 'new-order';
const debounceMs = 250;

/** Reserves the animal with the number that is entered. */
export function PlaceOrderDialog({ onClose }: { onClose: () => void }) {
  const { fields, isRestored, change } = useDraftFields(orderDraft, { petId: '' });
  const { petId: text } = fields;
  const placeOrder = usePlaceOrder();
  const close = discardAndClose(orderDraft, onClose);
  const place = async (petId: bigint) => {
    const order = await placeOrder(petId);
    close();
    notifyDone(`The animal ${order.petId} is reserved.`);
  };
  const form = useFormMutation(place, { fields: ['petId'], fieldErrorsOf });
  const [debounced] = useDebouncedValue(text, debounceMs);
  const found = useFoundPet(debounced);
  const { petId: error } = form.fieldErrors;

  const submit = () => {
    const petId = parseInt64(text.trim());
    if (petId === undefined) form.reject({ petId: 'Enter the number of an animal, such as 42.' });
    else form.submit(petId);
  };
  return (
    <FormDialog title="Reserve an animal" submitLabel="Reserve it" state={form} onSubmit={submit} onClose={close}>
      {isRestored && <RestoredHint />}
      <TextInput
        label="Number of the animal"
        description={error === undefined && found}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        required
        withAsterisk={false}
        autoComplete="off"
        readOnly={form.isPending}
        value={text}
        onChange={({ currentTarget }) => {
          change({ petId: currentTarget.value });
          form.clear();
        }}
        error={error}
      />
    </FormDialog>
  );
}

function fieldErrorsOf(error: unknown): FieldErrors {
  if (isTaken(error)) return { petId: explain(error) };
  return error instanceof PetstoreError && error.code === 'pet_not_found' ? { petId: error.message } : {};
}

/** Describes the animal with the number that was typed. */
function useFoundPet(text: string): ReactNode {
  const petId = parseInt64(text.trim());
  const pets = usePetsById(petId === undefined ? [] : [petId], petId !== undefined);
  if (petId === undefined || pets === undefined)
    return 'You find it beside the name in the list of animals. Or open the animal, and choose “Reserve” there.';
  const pet = pets.get(petId);
  if (pet === undefined) return 'There is no animal with this number.';
  return (
    <>
      This is <Name>{pet.name}</Name>, {petWords[pet.status]}.
    </>
  );
}
