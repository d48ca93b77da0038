import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { parseInt64 } from '../../client/transport/int64.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { isolated } from '../ui/name.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { EditPetDialog, readSeen } from './edit-pet-dialog.tsx';
import { PetView } from './pet-view.tsx';
import { usePet } from './use-pet.ts';

export function PetPage({ petId }: { petId: string }) {
  const id = parseInt64(petId);
  return id === undefined ? <NoSuchPet petId={petId} /> : <PetById key={petId} id={id} />;
}

function PetById({ id }: { id: bigint }) {
  const { can } = useSession();
  const open = useOpenDialog();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what somebody has begun to change opens once
  useEffect(() => {
    const begun = can('pets:write') ? readSeen(id) : undefined;
    if (begun !== undefined) open(<EditPetDialog begun={begun} />);
  }, []);
  const query = usePet(id);
  const { data: pet } = query;
  if (pet === null) return <NoSuchPet petId={String(id)} />;
  if (pet !== undefined) return <PetView pet={pet} />;
  return (
    <PageFrame title={texts.ui.animalNumber(String(id))}>
      <Readable query={query} height={180}>
        {() => null}
      </Readable>
    </PageFrame>
  );
}

/** Shown for an animal that is not there, or not any more. */
function NoSuchPet({ petId }: { petId: string }) {
  return (
    <PageFrame title={pageTexts.pets.notHere}>
      <EmptyState
        title={pageTexts.pets.noSuchNumber(isolated(petId))}
        actions={
          <Button component={Link} href="/animals">
            {pageTexts.pets.seeAll}
          </Button>
        }
      >
        {pageTexts.pets.notHereText}
      </EmptyState>
    </PageFrame>
  );
}
