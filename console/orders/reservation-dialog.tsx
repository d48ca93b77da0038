import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { type Order, PetstoreError } from '../../client/index.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { AnimalSearch } from '../data/animal-search.tsx';
import { useAnimals } from '../data/queries.ts';
import type { Draft } from '../lib/draft-format.ts';
import { useDraftFields } from '../lib/drafts.ts';
import { dayOf, endOfDayMs } from '../lib/formats.ts';
import { lengthErrors, readFieldErrors, textInput, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { explain } from '../ui/failure.tsx';
import { AnimalStatus, Name } from '../ui/inline.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { Note } from '../ui/page.tsx';
import { isTaken, useChangeOrder, usePlaceOrder } from './use-orders.tsx';

export const orderDraft = 'new-order';

const reservable = ['available'] as const;

interface ReservationDialogProps {
  /** The animal to reserve; without one it is chosen here. */
  petId?: bigint;
  /** The reservation to change, instead. */
  order?: Order | undefined;
  onChanged?: ((order: Order) => void) | undefined;
}

/** Reserves an animal, which may be found here by its name, breed, number or reference, or changes a reservation: for whom, and until when. */
export function ReservationDialog({ petId: known, order, onChanged }: ReservationDialogProps) {
  const { can } = useSession();
  const words = texts.orders;
  const [draft, initial] = initialOf(order, known);
  const saved = useDraftFields<typeof initial>(draft, initial);
  const { fields, change, close } = saved;
  const nameField = useRef<HTMLInputElement>(null);
  const petId = parseInt64(fields.petId);
  const animal = useAnimals(petId === undefined ? [] : [petId])(petId ?? 0n);
  const name = animal?.name ?? texts.ui.theAnimal;
  const place = usePlaceOrder();
  const changeOrder = useChangeOrder(onChanged);
  const entered = trimmed(fields);
  const { until, reference, name: person } = entered;
  const send = async (chosen: bigint) => {
    if (order === undefined) await place(newOrderOf(chosen, entered), name);
    else {
      await changeOrder((orders) => orders.update(order.id, changesOf(order, entered, initial)));
      notifyDone(words.changedIt(<Name>{name}</Name>));
    }
    close();
  };
  const isChoosing = known === undefined && order === undefined;
  const shown = Object.keys(initial).filter((field) => field !== 'petId' || isChoosing);
  const form = useFormMutation(send, { fields: shown, fieldErrorsOf });
  const submit = () => {
    const tooLong = lengthErrors({ name: person, reference });
    const isOver = until !== initial.until && until !== '' && !(endOfDayMs(until) > Date.now());
    if (petId === undefined) form.reject({ petId: words.chooseFirst });
    else if (isOver) form.reject({ until: texts.ui.dayOver });
    else if (isForSomebody(entered) && person === '') form.reject({ name: words.nameMissing });
    else if (Object.keys(tooLong).length > 0) form.reject(tooLong);
    else form.submit(petId);
  };
  const input = (field: keyof typeof initial) => ({
    label: words.fields[field],
    ...textInput(fields[field], form.fieldErrors[field], (text) => change({ [field]: text })),
  });
  return (
    <FormDialog
      title={titleOf(order, known, <Name>{name}</Name>)}
      submitLabel={order === undefined ? words.reserveIt : texts.ui.save}
      isSheet
      draft={saved}
      state={form}
      onSubmit={submit}
    >
      {isChoosing && (
        <>
          <AnimalSearch
            label={texts.ui.animal}
            statuses={reservable}
            error={form.fieldErrors['petId']}
            onChoose={({ id }) => {
              change({ petId: String(id) });
              form.reject({});
              // What is asked next. The field for the animal gives its focus back before.
              queueMicrotask(() => nameField.current?.focus());
            }}
          />
          {petId === undefined && <Note>{words.otherWay}</Note>}
        </>
      )}
      {petId !== undefined && (
        <AnimalRows label={words.chosen}>
          <AnimalRow petId={petId} animal={animal} title={<b>{name}</b>} status={<AnimalStatus animal={animal} />} />
        </AnimalRows>
      )}
      <Text size="sm">{words.allOptional}</Text>
      {(order === undefined || can('contacts:read')) && (
        <>
          <TextInput ref={nameField} {...input('name')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput type="tel" {...input('phone')} />
            <TextInput type="email" {...input('email')} />
          </SimpleGrid>
          <Textarea autosize minRows={2} {...input('address')} />
        </>
      )}
      {order?.endedAt === undefined && <TextInput type="date" min={dayOf(Date.now())} {...input('until')} />}
      <TextInput {...input('reference')} />
      <Textarea autosize minRows={2} description={words.noteHint} {...input('note')} />
    </FormDialog>
  );
}

function titleOf(order: Order | undefined, petId: bigint | undefined, name: ReactNode): ReactNode {
  const { changeTitle, reserveOne, reserveFor } = texts.orders;
  if (order !== undefined) return changeTitle(name);
  return petId === undefined ? reserveOne : reserveFor(name);
}

/** The name of the draft, and what stands in the fields at first. */
function initialOf(order: Order | undefined, petId: bigint | undefined) {
  const { id, contact, reference = '', note = '', expiresAt } = order ?? {};
  const { name = '', phone = '', email = '', address = '' } = contact ?? {};
  const until = expiresAt === undefined ? '' : dayOf(Date.parse(expiresAt));
  const fields = { petId: String(order?.petId ?? petId ?? ''), name, phone, email, address, reference, note, until };
  return [id !== undefined ? `order-${id}` : petId === undefined ? orderDraft : `reserve-${petId}`, fields] as const;
}

type Fields = ReturnType<typeof initialOf>[1];

const isForSomebody = ({ name, phone, email, address }: Fields) => [name, phone, email, address].some(Boolean);

const endOf = (until: string) => (until === '' ? '' : new Date(endOfDayMs(until)).toISOString());

function newOrderOf(petId: bigint, entered: Fields) {
  const { until, reference, note, name, phone, email, address } = entered;
  const contact = isForSomebody(entered) && { contact: { name, ...filled({ phone, email, address }) } };
  return { petId, ...filled({ reference, note, expiresAt: endOf(until) }), ...contact };
}

function changesOf(order: Order, entered: Fields, initial: Fields) {
  const { until, reference, note, name, phone, email, address } = entered;
  const contact = { name, phone: phone || null, email: email || null, address: address || null };
  const isUnseen = !isForSomebody(entered) && order.contact === undefined;
  return {
    reference: reference || null,
    note: note || null,
    // A day that is not changed keeps its time.
    ...(until !== initial.until && { expiresAt: endOf(until) || null }),
    ...(!isUnseen && { contact: isForSomebody(entered) ? contact : null }),
  };
}

function trimmed<Fields extends Draft>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()])) as Fields;
}

/** Those that say something. */
function filled<Fields extends Draft>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')) as Partial<Fields>;
}

function fieldErrorsOf(error: unknown) {
  if (isTaken(error)) return { petId: explain(error) };
  if (error instanceof PetstoreError && error.code === 'order_reference_taken') return { reference: explain(error) };
  const { expiresAt, ...errors } = readFieldErrors(error);
  return expiresAt === undefined ? errors : { ...errors, until: expiresAt };
}
