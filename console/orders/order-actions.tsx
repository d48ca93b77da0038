import { Group } from '@mantine/core';
import { useState } from 'react';
import type { Order, Pet } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { useOrderMenu } from './order-menu.tsx';
import { canReopen, type OrderStep, useOrderSteps } from './use-orders.tsx';

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
  const name = animal?.name ?? pageTexts.orders.unnamed(String(order.petId));
  const [last, setLast] = useState(order);
  const changed = (now: Order) => {
    setLast(now);
    onChanged?.(now);
  };
  const steps = useOrderSteps(name, changed);
  // As it is now, perhaps before the page has read it again.
  const current = last.updatedAt > order.updatedAt ? last : order;
  const entries = useOrderMenu(current, name, changed);
  const { status } = current;
  const ended = canReopen(current, animal?.statusSince) ? endedSteps : [];
  const offered = status === 'placed' ? openSteps : ended;
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
              aria-label={pageTexts.orders.steps[step].title(name)}
              onClick={() => steps.start({ order, step })}
            >
              {pageTexts.orders.steps[step].label}
            </ActionButton>
          ))}
        </Group>
      )}
      {hasMenu && <MoreMenu label={pageTexts.orders.more(name)} entries={entries} />}
    </>
  );
}

const openSteps: readonly OrderStep[] = ['complete', 'cancel'];
const endedSteps: readonly OrderStep[] = ['reopen'];
