import type { Order } from '../../client/index.ts';
import { useAnimals } from '../data/animals.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Status } from '../ui/status.tsx';
import { Day } from '../ui/time.tsx';
import { orderWords } from '../ui/words.ts';
import { OrderActions } from './order-actions.tsx';

interface OrderListProps {
  label: string;
  orders: readonly Order[];
  /** Told what has become of an order that somebody has ended here. */
  onEnded?: (order: Order) => void;
}

export function OrderList({ label, orders, onEnded }: OrderListProps) {
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
            status={<Status status={order.status}>{orderWords[order.status]}</Status>}
            since={<Day at={order.createdAt} />}
            hasActions
            actions={<OrderActions order={order} place={place} petName={animal?.name} onEnded={onEnded} />}
          />
        );
      })}
    </AnimalRows>
  );
}
