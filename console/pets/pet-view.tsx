import { Anchor, Button, Group, Paper, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { basePath } from '../lib/base-path.ts';
import { publicStatuses } from '../lib/environment.ts';
import { PetOrders } from '../orders/pet-orders.tsx';
import { usePetOrders } from '../orders/use-orders.tsx';
import { PhotoSection } from '../photos/photo-section.tsx';
import type { BegunProfile } from '../profiles/profile-dialog.tsx';
import { ProfileSection } from '../profiles/profile-section.tsx';
import { useSession } from '../session/session.tsx';
import { Fact, PageFrame } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { statusWord } from '../ui/words.ts';
import { CategoryName } from './categories.tsx';
import { RemovePetDialog } from './remove-pet-dialog.tsx';
import { StatusChoice } from './status-choice.tsx';
import { useListAddress } from './use-list-address.ts';
import type { PetChange } from './use-pet.ts';

interface PetViewProps {
  pet: Pet;
  change: PetChange;
  onChange: () => void;
  onEdit: (begun: BegunProfile) => void;
}

/** An animal, as it will be after pending changes. */
export function PetView({ pet, change, onChange, onEdit }: PetViewProps) {
  const { can } = useSession();
  const list = useListAddress();
  const [isRemoving, removing] = useDisclosure(false);
  const { data: orders } = usePetOrders(pet.id);
  const open = orders?.find(({ status }) => status === 'placed') ?? null;
  const holder = orders === undefined && can('orders:read') ? undefined : open;
  const shown = { ...pet, ...change.underWay };
  const canWrite = can('pets:write');
  return (
    <PageFrame
      title={shown.name}
      actions={
        canWrite && (
          <>
            <Button variant="default" onClick={onChange}>
              Change
            </Button>
            {open === null && (
              <Button variant="default" onClick={removing.open}>
                Remove
              </Button>
            )}
          </>
        )
      }
    >
      <Paper withBorder p="md">
        <Stack gap="sm" component="dl" m={0}>
          <Fact label="Number" labelWidth={80}>
            <span className="id">{String(shown.id)}</span>
          </Fact>
          <Fact label="Category" labelWidth={80}>
            <CategoryName id={shown.categoryId} />
          </Fact>
          <Fact label="Status" labelWidth={80}>
            <Stack gap="xs" align="flex-start">
              <Status status={shown.status}>{statusWord(shown.status, holder !== null)}</Status>
              {canWrite && <StatusChoice pet={shown} change={change} holder={holder} />}
            </Stack>
          </Fact>
        </Stack>
      </Paper>
      <PhotoSection pet={shown} />
      <ProfileSection pet={shown} onEdit={(profile) => onEdit({ name: shown.name, profile })} />
      {(can('orders:read') || can('orders:write')) && <PetOrders pet={shown} />}
      <Group>
        <Anchor component={Link} href={list} size="sm">
          All animals
        </Anchor>
        {publicStatuses.includes(pet.status) && (
          <Anchor href={`${basePath}/adopt/${pet.id}`} size="sm">
            Page for visitors
          </Anchor>
        )}
      </Group>
      {isRemoving && <RemovePetDialog pet={pet} onClose={removing.close} />}
    </PageFrame>
  );
}
