import { Group, Skeleton, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import type { Order, Pet, PetStatus, Profile } from '../../client/index.ts';
import { transitions } from '../../contract/transitions.ts';
import { useRefresh } from '../data/queries.ts';
import { type Animal, isOnHold } from '../lib/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { today } from '../lib/formats.ts';
import { useUnderWay } from '../lib/under-way.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useOrderMenu } from '../orders/order-actions.tsx';
import { ReservationDialog } from '../orders/reservation-dialog.tsx';
import {
  canReopen,
  currentOrder,
  type OrderStep,
  useOrderSteps,
  usePetOrders,
  useReserve,
} from '../orders/use-orders.tsx';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { Name } from '../ui/inline.tsx';
import { type MenuEntry, MoreMenu } from '../ui/more-menu.tsx';
import { isForOthers } from '../ui/shortcuts.ts';
import { PrintDialog } from './paper/later-print-dialog.ts';
import type { useStatusChange } from './pet-actions.tsx';
import { AvailableDialog, LeaveDialog } from './pet-place.tsx';
import { only } from './selection/selection.ts';
import { useListAddress } from './use-pet.ts';

const { ui, pets: words } = texts;

interface PetStepsProps {
  /** As it will be after a change that is under way. */
  pet: Pet;
  animal: Animal | null | undefined;
  profile: Profile | null | undefined;
  change: ReturnType<typeof useStatusChange>;
}

interface Step extends MenuEntry {
  /** Whether it is rarely meant. */
  readonly isQuiet?: boolean;
}

/** What comes next for an animal, as one button, and in a menu what else can be done with it. */
export function PetSteps(props: PetStepsProps) {
  const { pet } = props;
  const steps = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(steps);
  const { client, can } = useSession();
  const refresh = useRefresh();
  const list = useListAddress();
  const [, navigate] = useLocation();
  const { data: orders } = usePetOrders(pet.id);
  const open = useOpenDialog();
  const print = () => open(<PrintDialog chosen={only([pet.id])} />);
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() === 'p' && !isForOthers(event)) print();
  });
  const current = currentOrder(orders, pet.status);
  const [next, ...others] = useSteps(props, orders, current);
  const isUnanswered = useUnderWay(pet.id)?.isAnswered === false;
  if (orders === undefined && can('orders:read')) return <Skeleton h={48} w={200} />;
  const remove = async () => {
    await client.pets.remove(pet.id).catch(unlessGone('pet_not_found'));
    navigate(list);
    void refresh();
    return words.removed(<Name>{pet.name}</Name>);
  };
  const removing = (
    <ConfirmDialog title={words.removeWhom(<Name>{pet.name}</Name>)} submitLabel={ui.remove} act={remove}>
      <Text>{words.removeText(<b className="name">{pet.name}</b>)}</Text>
    </ConfirmDialog>
  );
  const canRemove = can('pets:write') && current?.status !== 'placed';
  const removal = canRemove ? [{ label: ui.remove, start: () => open(removing) }] : [];
  return (
    <Group
      ref={steps}
      tabIndex={-1}
      gap="xs"
      className="pet-next mantine-focus-auto"
      role="group"
      aria-label={words.whatNext}
      {...focusHandlers}
    >
      {next !== undefined && (
        // What comes after is another button, so that who presses Enter again does not do that, too.
        <ActionButton
          key={next.label}
          subject={`${pet.id} ${pet.status} ${next.label}`}
          size="md"
          variant={next.isQuiet ? 'default' : 'filled'}
          disabled={isUnanswered}
          onClick={next.start}
        >
          {next.label}
        </ActionButton>
      )}
      <MoreMenu size="md" label={words.more} entries={[...others, { label: ui.print, start: print }, ...removal]} />
    </Group>
  );
}

/** The most likely one first. `current` is the reservation that the animal has, or with which it went. */
function useSteps(
  { pet, animal, profile, change }: PetStepsProps,
  [newest]: readonly Order[] = [],
  current: Order | undefined,
): Step[] {
  const { can } = useSession();
  const open = useOpenDialog();
  const { id, name, status } = pet;
  const entries = useOrderMenu(current, name);
  const reserving = useReserve(id, name);
  const ordering = useOrderSteps(name);
  const canOrder = can('orders:write');
  const end = (label: string, order: Order, step: OrderStep) => ({
    label,
    isQuiet: step === 'reopen',
    start: () => ordering.start({ order, step }),
  });
  const { statusChanges } = words;
  const leave = (label: string, isAdoption: boolean) =>
    can('pets:write') && animal && profile
      ? [{ label, start: () => open(<LeaveDialog isAdoption={isAdoption} animal={animal} profile={profile} />) }]
      : [];
  const adopt = leave(words.adoptWith, true);
  if (current?.status === 'placed') {
    if (!canOrder) return [];
    const cancel = end(texts.orders.cancelIt, current, 'cancel');
    return [end(statusChanges.sold.label, current, 'complete'), ...adopt, ...entries, cancel];
  }
  const become = (wanted: PetStatus): Step => ({
    label: statusChanges[wanted].label,
    isQuiet: status === 'sold',
    start: () => {
      const become = () => change.start(wanted);
      if (wanted === 'available' && profile && isOnHold(profile, today())) {
        open(<AvailableDialog pet={pet} profile={profile} onAvailable={become} />);
      } else become();
    },
  });
  const canUndo = canOrder && newest !== undefined && canReopen(newest, animal?.statusSince);
  const undo = canUndo ? [end(texts.orders.reopenIt, newest, 'reopen')] : [];
  const changes = can('pets:write') ? transitions[status].map(become) : [];
  const leaving = [...adopt, ...leave(words.leave, false)];
  const reserve = [
    { label: texts.orders.reserve, start: () => reserving.start() },
    { label: texts.orders.reserveForSomebody, start: () => open(<ReservationDialog petId={id} />) },
  ];
  if (status === 'available') return [...(canOrder ? reserve : []), ...changes.toReversed(), ...leaving, ...undo];
  if (status === 'pending') return [...undo, ...changes, ...leaving];
  // One that went with a reservation comes back with a reason.
  return [...undo, ...(entries.length > 0 ? entries.map((entry) => ({ ...entry, isQuiet: true })) : changes)];
}
