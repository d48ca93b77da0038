import { Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { type Pet, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';

interface RemovePetDialogProps {
  pet: Pet;
  onClose: () => void;
}

/** Confirms that an animal is to be removed for good, and then goes back to the list. */
export function RemovePetDialog({ pet, onClose }: RemovePetDialogProps) {
  const { client } = useSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const removal = useFormMutation(async () => {
    await client.pets.remove(pet.id).catch(unlessGone);
    navigate('/animals');
    notifyDone(
      <>
        <Name>{pet.name}</Name> was removed.
      </>,
    );
    void refresh();
  });
  const title = (
    <>
      Remove <Name>{pet.name}</Name>?
    </>
  );
  return (
    <FormDialog
      title={title}
      submitLabel="Remove"
      cancelLabel="Keep it"
      isDangerous
      state={removal}
      onSubmit={removal.submit}
      onClose={onClose}
    >
      <Text>
        <b className="name">{pet.name}</b>, number <span className="id">{String(pet.id)}</span>, will be deleted. This
        cannot be undone.
      </Text>
    </FormDialog>
  );
}

/** An earlier attempt without an answer may have removed it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof PetstoreError) || error.code !== 'pet_not_found') throw error;
}
