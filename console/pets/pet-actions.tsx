import type { Order } from '../../client/index.ts';
import type { Animal } from '../lib/animals.ts';
import { OrderActions } from '../orders/order-actions.tsx';
import { useReserve } from '../orders/use-orders.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { useStatusChange } from './use-status-change.tsx';

interface PetActionsProps {
  animal: Animal;
  /** The open reservation of the animal, if it is known to have one. */
  order: Order | undefined;
  /** Its position in the list, from 0. */
  place: number;
  onPrint: () => void;
}

/** Reserves an animal, marks it as adopted, ends its reservation, or prints its card. */
export function PetActions({ animal, order, place, onPrint }: PetActionsProps) {
  const { can } = useSession();
  const { id, name, status, category } = animal;
  const reserving = useReserve(id, name);
  const become = useStatusChange({ id, name, status, categoryId: category.id });
  const subject = `${id} ${status} ${place}`;
  return (
    <>
      {order !== undefined && <OrderActions order={order} place={place} animal={animal} />}
      {order === undefined && status === 'available' && can('orders:write') && (
        <SmallActionButton
          subject={subject}
          aria-label={pageTexts.pets.reserveWhom(name)}
          aria-keyshortcuts="r"
          loading={reserving.isPending}
          onClick={() => reserving.start()}
        >
          {pageTexts.orders.reserve}
        </SmallActionButton>
      )}
      {order === undefined && status !== 'sold' && can('pets:write') && (
        <SmallActionButton
          subject={subject}
          aria-label={pageTexts.pets.adoptWhom(name)}
          aria-keyshortcuts="a"
          onClick={() => become.start('sold')}
        >
          {pageTexts.pets.statusChanges.sold.label}
        </SmallActionButton>
      )}
      <SmallButton aria-label={pageTexts.pets.printWhom(name)} aria-keyshortcuts="p" onClick={onPrint}>
        {pageTexts.ui.print}
      </SmallButton>
    </>
  );
}
