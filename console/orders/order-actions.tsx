import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Order, Pet } from '../../client/index.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { dayOf, daysLater, endOfDayMs } from '../lib/formats.ts';
import { useSession } from '../session/session.tsx';
import { later, laterPart } from '../texts/later.ts';
import { texts } from '../texts/page-texts.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Day, Name } from '../ui/inline.tsx';
import type { MenuEntry } from '../ui/more-menu.tsx';
import { notifyUndoable, useAction } from '../ui/notify.tsx';
import { canReopen, type OrderStep, useChangeOrder, useOrderSteps, useOrderUnderWay } from './use-orders.tsx';

const ConfirmDialog = laterPart(async () => (await import('../ui/dialog.tsx')).ConfirmDialog);
const TextDialog = laterPart(async () => (await import('../ui/dialog.tsx')).TextDialog);
const ReservationDialog = laterPart(async () => (await import('./reservation-dialog.tsx')).ReservationDialog);
// With the dialogs that it opens, so that they are there without a connection.
const Menu = later(async () => {
  const [{ MoreMenu }] = await Promise.all([import('../ui/more-menu.tsx'), import('./reservation-dialog.tsx')]);
  return MoreMenu;
});

interface OrderActionsProps {
  order: Order;
  /** Its position in a list, from 0. */
  place: number;
  /** `null` if it is gone, `undefined` as long as it is not known. */
  animal: (Pick<Pet, 'name'> & { statusSince?: string | undefined }) | null | undefined;
  /** Whether what is rarer stands in a menu beside it. */
  hasMenu?: boolean;
  /** Told what has become of the order. */
  onChanged?: ((order: Order) => void) | undefined;
}

/** Ends a reservation in one of two ways, or takes its end back. Shows nothing for who may not do it. */
export function OrderActions({ order, place, animal, hasMenu = false, onChanged }: OrderActionsProps) {
  const { can } = useSession();
  const name = animal?.name ?? texts.orders.unnamed(String(order.petId));
  const [last, setLast] = useState(order);
  const changed = (now: Order) => {
    setLast(now);
    onChanged?.(now);
  };
  const steps = useOrderSteps(name, changed);
  // As it is now, perhaps before the page has read it again.
  const current = last.updatedAt > order.updatedAt ? last : order;
  const entries = useOrderMenu(current, name, changed);
  const now = useOrderUnderWay(order);
  const status = now ?? current.status;
  const isUndoable = now !== undefined || canReopen(current, animal?.statusSince);
  const offered: readonly OrderStep[] = status === 'placed' ? ['complete', 'cancel'] : isUndoable ? ['reopen'] : [];
  if (!can('orders:write')) return null;
  return (
    <>
      {offered.length > 0 && (
        // One button takes the room of two, so that the second half of a double click meets a button.
        <Group gap="xs" w={208} grow>
          {offered.map((step, index) => (
            <ActionButton
              // The focus stays where it is when one becomes another, and is not lost meanwhile, as it would be if they were disabled.
              key={String(index)}
              subject={`${order.id} ${status} ${place}`}
              size="xs"
              px={8}
              variant="default"
              aria-keyshortcuts={step === 'complete' ? 'a' : undefined}
              aria-label={texts.orders.steps[step].title(name)}
              onClick={() => steps.start({ order, step })}
            >
              {texts.orders.steps[step].label}
            </ActionButton>
          ))}
        </Group>
      )}
      {hasMenu && (
        <Suspense
          fallback={
            <Button variant="default" aria-label={words.more(name)} disabled>
              •••
            </Button>
          }
        >
          <Menu label={words.more(name)} entries={entries} />
        </Suspense>
      )}
    </>
  );
}

const words = texts.orders;

/** What is rarer with a reservation than its end, as entries of a menu. */
export function useOrderMenu(
  order: Order | undefined,
  name: string,
  onChanged?: (order: Order) => void,
): readonly MenuEntry[] {
  const { can } = useSession();
  const open = useOpenDialog();
  const extend = useExtend(name, onChanged);
  const change = useChangeOrder(onChanged);
  if (order === undefined || !can('orders:write')) return [];
  const { status, expiresAt, contact, returnedAt } = order;
  const isOpen = status === 'placed';
  const erase = async () => {
    const { contact: _, ...erased } = order;
    await change((orders) => orders.eraseContact(order.id).then(() => erased));
    return words.contactErased;
  };
  const erasing = (
    <ConfirmDialog title={`${words.eraseContact}?`} submitLabel={words.eraseIt} act={erase}>
      <Text>{words.eraseText(<b className="name">{contact?.name}</b>)}</Text>
    </ConfirmDialog>
  );
  const bringBack = async (reason: string) => {
    await change((orders) => orders.return(order.id, reason === '' ? {} : { reason }));
    return words.become.cancelled(<Name>{name}</Name>);
  };
  const returning = (
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
  const changing = <ReservationDialog order={order} onChanged={onChanged} />;
  return [
    ...(isOpen && expiresAt !== undefined ? [{ label: words.extend, start: () => extend(order) }] : []),
    ...(status === 'completed' && returnedAt === undefined
      ? [{ label: words.cameBack, start: () => open(returning) }]
      : []),
    { label: isOpen ? words.change : words.changeEnded, start: () => open(changing) },
    ...(contact === undefined ? [] : [{ label: words.eraseContact, start: () => open(erasing) }]),
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
