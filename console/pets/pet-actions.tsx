import type { Order } from '../../client/index.ts';
import type { Animal } from '../lib/animals.ts';
import { OrderActions } from '../orders/order-actions.tsx';
import { useReserve } from '../orders/use-orders.tsx';
import { useSession } from '../session/session.tsx';
import { SmallActionButton } from '../ui/action-button.tsx';
import { PetConflictDialog } from './conflict-dialog.tsx';
import { usePetChange } from './use-pet.ts';
import { useStatusChange } from './use-status-change.tsx';

interface PetActionsProps {
  animal: Animal;
  /** The open reservation of the animal, if it is known to have one. */
  order: Order | undefined;
  /** Its position in the list, from 0. */
  place: number;
}

/** Reserves an animal, marks it as adopted, or ends its reservation. */
export function PetActions({ animal, order, place }: PetActionsProps) {
  const { can } = useSession();
  const { id, name, status, category } = animal;
  const change = usePetChange();
  const reserving = useReserve(id, name);
  const become = useStatusChange({ id, name, status, categoryId: category.id }, change);
  const subject = `${id} ${status} ${place}`;
  if (order !== undefined) return <OrderActions order={order} place={place} petName={name} />;
  return (
    <>
      {status === 'available' && can('orders:write') && (
        <SmallActionButton
          subject={subject}
          aria-label={`Reserve ${name}`}
          aria-keyshortcuts="r"
          loading={reserving.isPending}
          onClick={() => reserving.start()}
        >
          Reserve
        </SmallActionButton>
      )}
      {status !== 'sold' && can('pets:write') && (
        <SmallActionButton
          subject={subject}
          aria-label={`Adopt ${name}`}
          aria-keyshortcuts="a"
          onClick={() => become('sold')}
        >
          Adopt
        </SmallActionButton>
      )}
      <PetConflictDialog change={change} />
    </>
  );
}
