import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Order } from '../../client/index.ts';
import { dayOf, daysLater, endOfDayMs } from '../lib/days.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import type { MenuEntry } from '../ui/more-menu.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone, notifyUndoable } from '../ui/notify.tsx';
import { TextDialog } from '../ui/text-dialog.tsx';
import { Day } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { ReservationDialog } from './reservation-dialog.tsx';
import { useChangeOrder } from './use-orders.tsx';

const words = pageTexts.orders;

type Asked = 'change' | 'erase' | 'return';

/** What is rarer with a reservation than its end, as entries of a menu, and the dialog that one of them has opened. */
export function useOrderMenu(order: Order | undefined, name: string, onChanged?: (order: Order) => void) {
  const { can } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const extend = useExtend(name, onChanged);
  if (order === undefined || !can('orders:write')) return { entries: [], dialog: null };
  const { status, expiresAt, contact, returnedAt } = order;
  const isOpen = status === 'placed';
  const ask = (label: string, what: Asked): MenuEntry => ({ label, start: () => setAsked(what) });
  const entries: MenuEntry[] = [
    ...(isOpen && expiresAt !== undefined ? [{ label: words.extend, start: () => extend(order) }] : []),
    ...(status === 'completed' && returnedAt === undefined ? [ask(words.cameBack, 'return')] : []),
    ask(isOpen ? words.change : words.changeEnded, 'change'),
    ...(contact === undefined ? [] : [ask(words.eraseContact, 'erase')]),
  ];
  const close = () => setAsked(undefined);
  const dialogs: Record<Asked, ReactNode> = {
    change: <ReservationDialog order={order} onChanged={onChanged} onClose={close} />,
    erase: <EraseContactDialog order={order} onChanged={onChanged} onClose={close} />,
    return: <ReturnDialog order={order} name={name} onChanged={onChanged} onClose={close} />,
  };
  return { entries, dialog: asked && dialogs[asked] };
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
  onClose: () => void;
}

function EraseContactDialog({ order, onChanged, onClose }: OrderDialogProps) {
  const change = useChangeOrder(onChanged);
  const erase = async () => {
    const { contact: _, ...erased } = order;
    await change((orders) => orders.eraseContact(order.id).then(() => erased));
    onClose();
    notifyDone(words.contactErased);
  };
  return (
    <ConfirmDialog title={`${words.eraseContact}?`} submitLabel={words.eraseIt} act={erase} onClose={onClose}>
      <Text>{words.eraseText(<b className="name">{order.contact?.name}</b>)}</Text>
    </ConfirmDialog>
  );
}

/** Asks why an animal came back. */
function ReturnDialog({ order, name, onChanged, onClose }: OrderDialogProps & { name: string }) {
  const change = useChangeOrder(onChanged);
  const bringBack = async (reason: string) => {
    await change((orders) => orders.return(order.id, reason === '' ? {} : { reason }));
    notifyDone(words.become.cancelled(<Name>{name}</Name>));
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
      onClose={onClose}
    >
      <Text size="sm">{words.returnText}</Text>
    </TextDialog>
  );
}
