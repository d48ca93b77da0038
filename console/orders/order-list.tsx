import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Order } from '../../client/index.ts';
import { By } from '../data/by.tsx';
import { useAnimals } from '../data/queries.ts';
import { type Animal, describeAnimal } from '../lib/animals.ts';
import { today } from '../lib/formats.ts';
import { texts } from '../texts/page-texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { ContactLinks } from '../ui/contact-links.tsx';
import { Day, Name, Status } from '../ui/inline.tsx';
import { OrderActions } from './order-actions.tsx';
import { useOrderUnderWay } from './use-orders.tsx';

interface OrderListProps {
  label: string;
  orders: readonly Order[];
  /** Told what has become of an order here. */
  onChanged?: (order: Order) => void;
}

export function OrderList({ label, orders, onChanged }: OrderListProps) {
  const animalOf = useAnimals(orders.map(({ petId }) => petId));
  return (
    <AnimalRows label={label}>
      {orders.map((order, place) => {
        const animal = animalOf(order.petId);
        return (
          <AnimalRow
            key={String(order.id)}
            petId={order.petId}
            animal={animal}
            facts={reservationLine(order, animal)}
            status={<StatusOf order={order} />}
            since={<OrderTime order={order} />}
            hasActions
            actions={<OrderActions order={order} place={place} animal={animal} hasMenu onChanged={onChanged} />}
          />
        );
      })}
    </AnimalRows>
  );
}

/** When and by whom the order was placed or ended: of one form, so that what stands below stays in its place. */
function OrderTime({ order: { status, createdAt, placedBy, endedAt = createdAt, endedBy } }: { order: Order }) {
  const isOpen = status === 'placed';
  return (
    <By actor={isOpen ? placedBy : endedBy}>
      <Day at={isOpen ? createdAt : endedAt} />
    </By>
  );
}

function StatusOf({ order }: { order: Order }) {
  const status = useOrderUnderWay(order);
  return <Status status={status ?? order.status}>{status ? texts.orderStatuses[status] : orderWord(order)}</Status>;
}

function orderWord({ status, expiredAt, returnedAt }: Order): string {
  if (returnedAt !== undefined) return texts.orders.returned;
  return expiredAt === undefined ? texts.orderStatuses[status] : texts.orders.expired;
}

/**
 * For whom an animal is reserved, until when, and its reference, in one line; `undefined` where none of it is known. What is
 * given of the animal stands behind.
 */
export function reservationLine({ contact, expiresAt, reference }: Order, animal?: Animal | null): ReactNode {
  const words = texts.orders;
  const facts = [
    ...(contact === undefined ? [] : [words.forWhom(<Name>{contact.name}</Name>)]),
    ...(expiresAt === undefined ? [] : [words.until(<Day at={expiresAt} />)]),
    ...(reference === undefined ? [] : [<Name key="reference">{reference}</Name>]),
  ];
  if (facts.length === 0) return undefined;
  return (
    <span className="one-line">
      {[...facts, ...(animal ? [describeAnimal(animal, today())] : [])].map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their places are what tells them apart
        <Fragment key={place}>
          {place > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </span>
  );
}

/** All that is known of a reservation; nothing where that is nothing. */
export function ReservationFacts({ order, petName }: { order: Order; petName: string }) {
  const { contact, note, returnReason } = order;
  const { email, phone, address } = contact ?? {};
  const { expiresAt: _, ...ended } = order;
  const line = reservationLine(order.status === 'placed' ? order : ended);
  const lines = [address, note, returnReason].filter((text) => text !== undefined);
  if (line === undefined && lines.length === 0) return null;
  return (
    <section className="pet-reservation" aria-label={texts.orders.reservation}>
      {line && <Text fw={600}>{line}</Text>}
      <ContactLinks email={email} phone={phone} subject={petName} />
      {lines.map((text) => (
        <Text key={text} className="name" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
      ))}
    </section>
  );
}
