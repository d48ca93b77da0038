import { Text } from '@mantine/core';
import { parseInt64 } from '../../client/transport/int64.ts';
import { AnimalSearch } from '../data/animal-search.tsx';
import { useAnimals } from '../data/animals.ts';
import { discardAndClose, RestoredHint, useDraftFields } from '../lib/drafts.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { explain } from '../ui/failure.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { Status } from '../ui/status.tsx';
import { statusWord } from '../ui/words.ts';
import { isTaken, usePlaceOrder } from './use-orders.tsx';

export const orderDraft = 'new-order';

/** Reserves an animal that is found by its name, breed, number or reference. */
export function PlaceOrderDialog({ onClose }: { onClose: () => void }) {
  const { fields, isRestored, change } = useDraftFields(orderDraft, { petId: '' });
  const petId = parseInt64(fields.petId);
  const animal = useAnimals(petId === undefined ? [] : [petId])(petId ?? 0n);
  const placeOrder = usePlaceOrder();
  const close = discardAndClose(orderDraft, onClose);
  const place = async (chosen: bigint) => {
    await placeOrder(chosen);
    close();
    notifyDone(pageTexts.orders.reserved(<Name>{animal?.name ?? pageTexts.orders.theAnimal}</Name>));
  };
  const form = useFormMutation(place, { fields: ['petId'], fieldErrorsOf });
  const submit = () => {
    if (petId === undefined) form.reject({ petId: pageTexts.orders.chooseFirst });
    else form.submit(petId);
  };
  return (
    <FormDialog
      title={pageTexts.orders.reserveOne}
      submitLabel={pageTexts.orders.reserveIt}
      state={form}
      onSubmit={submit}
      onClose={close}
    >
      {isRestored && <RestoredHint />}
      <AnimalSearch
        label={pageTexts.orders.animal}
        data-autofocus
        error={form.fieldErrors['petId']}
        onChoose={({ id }) => {
          change({ petId: String(id) });
          form.clear();
        }}
      />
      {petId === undefined ? (
        <Text size="sm" c="dimmed">
          {pageTexts.orders.otherWay}
        </Text>
      ) : (
        <AnimalRows label={pageTexts.orders.chosen}>
          <AnimalRow
            petId={petId}
            animal={animal}
            status={animal && <Status status={animal.status}>{statusWord(animal)}</Status>}
          />
        </AnimalRows>
      )}
    </FormDialog>
  );
}

function fieldErrorsOf(error: unknown) {
  return isTaken(error) ? { petId: explain(error) } : {};
}
