import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { parseInt64 } from '../../client/transport/int64.ts';
import { type BegunProfile, ProfileDialog, readProfileDraft } from '../profiles/profile-dialog.tsx';
import { useSession } from '../session/session.tsx';
import { isolated } from '../ui/name.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { ChangePetDialog } from './change-pet-dialog.tsx';
import { PetConflictDialog } from './conflict-dialog.tsx';
import { readSeen } from './pet-form.tsx';
import { PetView } from './pet-view.tsx';
import { usePet, usePetChange } from './use-pet.ts';

export function PetPage({ petId }: { petId: string }) {
  const id = parseInt64(petId);
  return id === undefined ? <NoSuchPet petId={petId} /> : <PetById key={petId} id={id} />;
}

/** What is being changed stays open, whatever becomes of the animal meanwhile. */
function PetById({ id }: { id: bigint }) {
  const change = usePetChange();
  const { can } = useSession();
  const [changed, setChanged] = useState(() => (can('pets:write') ? readSeen(id) : undefined));
  const [edited, setEdited] = useState(() => (can('pets:write') ? readProfileDraft(id) : undefined));
  return (
    <>
      <CurrentPet id={id} change={change} onChange={setChanged} onEdit={setEdited} />
      {changed !== undefined && (
        <ChangePetDialog seen={changed} change={change} onClose={() => setChanged(undefined)} />
      )}
      {edited !== undefined && <ProfileDialog petId={id} begun={edited} onClose={() => setEdited(undefined)} />}
      <PetConflictDialog change={change} />
    </>
  );
}

interface CurrentPetProps {
  id: bigint;
  change: ReturnType<typeof usePetChange>;
  onChange: (pet: Pet) => void;
  onEdit: (begun: BegunProfile) => void;
}

function CurrentPet({ id, change, onChange, onEdit }: CurrentPetProps) {
  const query = usePet(id);
  const { data: pet } = query;
  if (pet === null) return <NoSuchPet petId={String(id)} />;
  if (pet !== undefined) return <PetView pet={pet} change={change} onChange={() => onChange(pet)} onEdit={onEdit} />;
  return (
    <PageFrame title={`Animal ${id}`}>
      <Readable query={query} height={180}>
        {() => null}
      </Readable>
    </PageFrame>
  );
}

/** Shown for an animal that is not there, or not any more. */
function NoSuchPet({ petId }: { petId: string }) {
  return (
    <PageFrame title="This animal is not here">
      <EmptyState
        title={`There is no animal with the number ${isolated(petId)}`}
        actions={
          <Button component={Link} href="/animals">
            See all animals
          </Button>
        }
      >
        Perhaps it was removed, or the number is not quite right.
      </EmptyState>
    </PageFrame>
  );
}
