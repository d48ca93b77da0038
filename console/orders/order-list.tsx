import type { Order } from '../../client/index.ts';
import { By } from '../data/by.tsx';
import { useAnimals } from '../data/queries.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Day, Status } from '../ui/inline.tsx';
import { OrderActions } from './order-actions.tsx';
import { reservationLine } from './reservation-facts.tsx';

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
            status={<Status status={order.status}>{orderWord(order)}</Status>}
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

function orderWord({ status, expiredAt, returnedAt }: Order): string {
  if (returnedAt !== undefined) return pageTexts.orders.returned;
  return expiredAt === undefined ? texts.orderStatuses[status] : pageTexts.orders.expired;
}
