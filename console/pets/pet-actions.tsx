import { useQueryClient } from '@tanstack/react-query';
import type { Order, Pet, PetStatus } from '../../client/index.ts';
import { useShowAtOnce } from '../data/queries.ts';
import type { Animal } from '../lib/animals.ts';
import { useRepeatable } from '../lib/mutations.ts';
import { useUnderWay } from '../lib/under-way.ts';
import { OrderActions } from '../orders/order-actions.tsx';
import { isTaken, useReserve } from '../orders/use-orders.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { Name } from '../ui/inline.tsx';
import { notifyUndoable, useAction } from '../ui/notify.tsx';
import { giveStatus } from './change-status.ts';
import { petKey } from './use-pet.ts';

interface PetActionsProps {
  animal: Animal;
  order: Order | undefined;
  place: number;
  onPrint: () => void;
}

export function PetActions({ animal, order, place, onPrint }: PetActionsProps) {
  const { can } = useSession();
  const { id, name, status, category } = animal;
  const reserving = useReserve(id, name);
  const become = useStatusChange({ id, name, status, categoryId: category.id });
  // What can be done then is known when it is done.
  const isStill = useUnderWay(id) === undefined;
  const subject = `${id} ${status} ${place}`;
  return (
    <>
      {order !== undefined && <OrderActions order={order} place={place} animal={animal} />}
      {isStill && order === undefined && status === 'available' && can('orders:write') && (
        <SmallActionButton
          subject={subject}
          aria-label={texts.pets.reserveWhom(name)}
          aria-keyshortcuts="r"
          onClick={() => reserving.start()}
        >
          {texts.orders.reserve}
        </SmallActionButton>
      )}
      {isStill && order === undefined && status !== 'sold' && can('pets:write') && (
        <SmallActionButton
          subject={subject}
          aria-label={texts.pets.adoptWhom(name)}
          aria-keyshortcuts="a"
          onClick={() => become.start('sold')}
        >
          {texts.pets.statusChanges.sold.label}
        </SmallActionButton>
      )}
      <SmallButton aria-label={texts.pets.printWhom(name)} aria-keyshortcuts="p" onClick={onPrint}>
        {texts.ui.print}
      </SmallButton>
    </>
  );
}

/** Changes the status of an animal, says so, and offers to take it back. */
export function useStatusChange(pet: Pet) {
  const session = useSession();
  const queries = useQueryClient();
  const showAtOnce = useShowAtOnce();
  const repeatable = useRepeatable();
  const { id, name, status } = pet;
  const shown = <Name>{name}</Name>;
  const { statusChanges } = texts.pets;
  const showing = <Result,>(wanted: PetStatus, change: () => Promise<Result>) =>
    showAtOnce(id, { status: wanted }, async () => {
      await queries.cancelQueries({ queryKey: petKey(id) });
      const result = await change();
      queries.setQueryData(petKey(id), { ...pet, status: wanted });
      return result;
    });
  const become = async (wanted: PetStatus) => {
    const takeBack = await showing(wanted, () => repeatable((key) => giveStatus(session, pet, wanted, key)));
    return notifyUndoable(statusChanges[wanted].done(shown), {
      run: async () => {
        await showing(status, takeBack);
        return status === 'sold' ? texts.pets.leftAgain(shown) : statusChanges[status].done(shown);
      },
      failed: statusChanges[status].failed(shown),
    });
  };
  return useAction(become, {
    failed: (wanted, error) => (isTaken(error) ? texts.orders.faster : statusChanges[wanted].failed(shown)),
  });
}
