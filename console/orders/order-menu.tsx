import { Text } from '@mantine/core';
import type { Order } from '../../client/index.ts';
import { dayOf, daysLater, endOfDayMs } from '../lib/days.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import type { MenuEntry } from '../ui/more-menu.tsx';
import { Name } from '../ui/name.tsx';
import { notifyUndoable } from '../ui/notify.tsx';
import { Day } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { ReservationDialog } from './reservation-dialog.tsx';
import { useChangeOrder } from './use-orders.tsx';

const words = pageTexts.orders;

/** What is rarer with a reservation than its end, as entries of a menu. */
export function useOrderMenu(
  order: Order | undefined,
  name: string,
  onChanged?: (order: Order) => void,
): readonly MenuEntry[] {
  const { can } = useSession();
  const open = useOpenDialog();
  const extend = useExtend(name, onChanged);
  if (order === undefined || !can('orders:write')) return [];
  const { status, expiresAt, contact, returnedAt } = order;
  const isOpen = status === 'placed';
  const dialog = { order, onChanged };
  const erase = () => open(<EraseContactDialog {...dialog} />);
  const bringBack = () => open(<ReturnDialog {...dialog} name={name} />);
  return [
    ...(isOpen && expiresAt !== undefined ? [{ label: words.extend, start: () => extend(order) }] : []),
    ...(status === 'completed' && returnedAt === undefined ? [{ label: words.cameBack, start: bringBack }] : []),
    { label: isOpen ? words.change : words.changeEnded, start: () => open(<ReservationDialog {...dialog} />) },
    ...(contact === undefined ? [] : [{ label: words.eraseContact, start: erase }]),
  ];
}

/** Keeps an animal reserved for a week more, and offers to take that back. */
function useExtend(name: string, onChanged?: (order: Order) => void) {
  const change = useChangeOrder(onChanged);
  const failed = words.notChanged(<Name>{name}</Name>);
  const until = (order: Order, expiresAt: string) => change((orders) => orders.update(order.id, { expiresAt }));
  return useAction(
    async (order: Order) => {
      const { expiresAt: before = new Date().toISOString() } = order;
      const later = new Date(endOfDayMs(daysLater(dayOf(Date.parse(before)), 7))).toISOString();
      await until(order, later);
      const say = (at: string) => words.isUntil(<Name>{name}</Name>, <Day at={at} />);
      return notifyUndoable(say(later), { run: () => until(order, before).then(() => say(before)), failed });
    },
    { failed: () => failed },
  ).start;
}

interface OrderDialogProps {
  order: Order;
  onChanged: ((order: Order) => void) | undefined;
}

function EraseContactDialog({ order, onChanged }: OrderDialogProps) {
  const change = useChangeOrder(onChanged);
  const erase = async () => {
    const { contact: _, ...erased } = order;
    await change((orders) => orders.eraseContact(order.id).then(() => erased));
    return words.contactErased;
  };
  return (
    <ConfirmDialog title={`${words.eraseContact}?`} submitLabel={words.eraseIt} act={erase}>
      <Text>{words.eraseText(<b className="name">{order.contact?.name}</b>)}</Text>
    </ConfirmDialog>
  );
}

/** Asks why an animal came back. */
function ReturnDialog({ order, name, onChanged }: OrderDialogProps & { name: string }) {
  const change = useChangeOrder(onChanged);
  const bringBack = async (reason: string) => {
    await change((orders) => orders.return(order.id, reason === '' ? {} : { reason }));
    return words.become.cancelled(<Name>{name}</Name>);
  };
  return (
    <TextDialog
      title={words.returnTitle(<Name>{name}</Name>)}
      submitLabel={words.cameBack}
      label={words.reason}
      description={words.noteHint}
      field="reason"
      hasLines
      save={bringBack}
    >
      <Text size="sm">{words.returnText}</Text>
    </TextDialog>
  );
}
