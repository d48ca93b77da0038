import { Group } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Order } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Name } from '../ui/name.tsx';
import { useAction } from '../ui/use-action.ts';

type Ending = 'complete' | 'cancel';

interface OrderActionsProps {
  order: Order;
  /** Its position in a list, from 0. */
  place: number;
  /** What the animal is called; `null` if it is gone, `undefined` as long as it is not known. */
  petName: string | null | undefined;
  /** Told what has become of the order. */
  onEnded?: ((order: Order) => void) | undefined;
}

/**
 * Ends a reservation in one of two ways, after a second press: nothing takes it back. Shows nothing for one that has
 * ended, and for who may not do it.
 */
export function OrderActions({ order, place, petName, onEnded }: OrderActionsProps) {
  const { id, petId, status } = order;
  const petText = petName ?? `animal ${petId}`;
  const pet = <Name>{petText}</Name>;
  const { client, can } = useSession();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Ending>();
  const [isEnded, setEnded] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef<Ending>(undefined);

  // The focus goes along: from the button that asks to the one that confirms, and back to the one that has asked.
  useEffect(() => {
    if (before.current === asked) return;
    const target = asked === undefined ? before.current : 'confirm';
    before.current = asked;
    buttons.current?.querySelector<HTMLElement>(`[data-step=${target}]`)?.focus({ preventScroll: true });
  }, [asked]);

  const ending = useAction(
    async (way: Ending) => {
      const ended = await client.orders[way](id);
      setEnded(true);
      onEnded?.(ended);
      return ended.status === 'completed' ? <>{pet} was adopted.</> : <>{pet} is available again.</>;
    },
    {
      failed: () => {
        setAsked(undefined);
        return <>The reservation of {pet} was not changed</>;
      },
      settled: () => void refresh(),
    },
  );
  const { isPending } = ending;
  const giveUp = () => setAsked(undefined);
  const giveUpByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !isPending) giveUp();
  };

  if (status !== 'placed' || isEnded || !can('orders:write')) return null;
  const common = { subject: `${id} ${place}`, size: 'xs' } as const;
  return (
    <Group ref={buttons} gap="xs" wrap="nowrap">
      {asked === undefined &&
        ways.map(({ way, label, name, ...rest }) => (
          <ActionButton
            key={way}
            {...common}
            {...rest}
            data-step={way}
            aria-label={`${name} ${petText}`}
            onClick={() => setAsked(way)}
          >
            {label}
          </ActionButton>
        ))}
      {asked !== undefined && (
        <>
          <ActionButton
            key="confirm"
            {...common}
            data-step="confirm"
            {...(asked === 'cancel' && { color: 'red.9' })}
            aria-label={`${confirmations[asked]}: ${petText}`}
            loading={isPending}
            onClick={() => ending.start(asked)}
            onKeyDown={giveUpByKey}
          >
            {confirmations[asked]}
          </ActionButton>
          <ActionButton
            key="keep"
            {...common}
            variant="default"
            aria-label={`No, ${petText} stays reserved`}
            disabled={isPending}
            onClick={giveUp}
            onKeyDown={giveUpByKey}
          >
            No
          </ActionButton>
        </>
      )}
    </Group>
  );
}

const ways = [
  { way: 'complete', label: 'Adopted', name: 'Adopted:', variant: 'default', 'aria-keyshortcuts': 'a' },
  { way: 'cancel', label: 'Cancel', name: 'Cancel the reservation of', variant: 'default' },
] as const;
const confirmations: Record<Ending, string> = { complete: 'Yes, adopted', cancel: 'Yes, cancel it' };
