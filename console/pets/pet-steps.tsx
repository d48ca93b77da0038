import { Group, Skeleton } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import type { Order, Pet, PetStatus } from '../../client/index.ts';
import type { Animal } from '../lib/animals.ts';
import { canReopen, useOrderSteps, usePetOrders, useReserve } from '../orders/use-orders.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { isForOthers } from '../ui/animal-row.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { PrintDialog } from './paper/later-print-dialog.ts';
import { RemovePetDialog } from './remove-pet-dialog.tsx';
import { only } from './selection/read-chosen.ts';
import { transitions } from './transitions.ts';
import type { useStatusChange } from './use-status-change.tsx';

interface PetStepsProps {
  /** As it will be after a change that is under way. */
  pet: Pet;
  animal: Animal | null | undefined;
  change: ReturnType<typeof useStatusChange>;
}

interface Step {
  readonly label: string;
  /** Whether it is rarely meant. */
  readonly isQuiet?: boolean;
  readonly start: () => void;
}

/** What comes next for an animal, as one button, and in a menu what else can be done with it. */
export function PetSteps({ pet, animal, change }: PetStepsProps) {
  const { can } = useSession();
  const { data: orders } = usePetOrders(pet.id);
  const [isRemoving, removing] = useDisclosure(false);
  const [isPrinting, printing] = useDisclosure(false);
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() === 'p' && !isForOthers(event)) printing.open();
  });
  const print = { label: pageTexts.pets.print, start: printing.open };
  const steps = useSteps({ pet, animal, change }, orders ?? []);
  const canRemove = can('pets:write') && orders?.some(({ status }) => status === 'placed') !== true;
  if (orders === undefined && can('orders:read')) return <Skeleton h={48} w={200} />;
  const [next, ...others] = steps;
  return (
    <Group gap="xs" className="pet-next" role="group" aria-label={pageTexts.pets.whatNext}>
      {next !== undefined && (
        // Its element stays, and with it the focus, while it becomes what comes after.
        <ActionButton
          subject={`${pet.id} ${pet.status} ${next.label}`}
          size="md"
          variant={next.isQuiet ? 'default' : 'filled'}
          onClick={next.start}
        >
          {next.label}
        </ActionButton>
      )}
      <MoreMenu
        size="md"
        label={pageTexts.pets.more}
        entries={[...others, print, ...(canRemove ? [{ label: pageTexts.pets.remove, start: removing.open }] : [])]}
      />
      {isPrinting && <PrintDialog chosen={only([pet.id])} onClose={printing.close} />}
      {isRemoving && <RemovePetDialog pet={pet} onClose={removing.close} />}
    </Group>
  );
}

/** The most likely one first. */
function useSteps({ pet, animal, change }: PetStepsProps, orders: readonly Order[]): Step[] {
  const { can } = useSession();
  const { id, name, status } = pet;
  const reserving = useReserve(id, name);
  const ordering = useOrderSteps(name);
  const open = orders.find((order) => order.status === 'placed');
  const [newest] = orders;
  const canOrder = can('orders:write');
  if (open !== undefined) {
    if (!canOrder) return [];
    return [
      {
        label: pageTexts.pets.statusChanges.sold.label,
        start: () => ordering.start({ order: open, step: 'complete' }),
      },
      { label: pageTexts.orders.cancelIt, start: () => ordering.start({ order: open, step: 'cancel' }) },
    ];
  }
  const become = (wanted: PetStatus): Step => ({
    label: pageTexts.pets.statusChanges[wanted].label,
    isQuiet: wanted === 'available',
    start: () => change.start(wanted),
  });
  const reserve = { label: pageTexts.orders.reserve, start: () => reserving.start() };
  const canUndo = canOrder && newest !== undefined && canReopen(newest, animal?.statusSince);
  const undo = canUndo
    ? [
        {
          label: pageTexts.orders.steps.reopen.label,
          isQuiet: true,
          start: () => ordering.start({ order: newest, step: 'reopen' }),
        },
      ]
    : [];
  const changes = can('pets:write') ? transitions[status].toReversed().map(become) : [];
  if (status === 'available') return [...(canOrder ? [reserve] : []), ...changes, ...undo];
  return [...undo, ...changes];
}
