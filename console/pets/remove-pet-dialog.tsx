import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { type Pet, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/use-refresh.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';

interface RemovePetDialogProps {
  pet: Pet;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks once more before an animal is removed for good, and leads back to the list. */
export function RemovePetDialog({ pet, isOpen, onClose }: RemovePetDialogProps) {
  const { client } = useSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => client.pets.remove(pet.id).catch(unlessGone),
    onSuccess: () => {
      navigate('/animals');
      notifyDone(
        <>
          <Name>{pet.name}</Name> was removed.
        </>,
      );
      document.getElementById('content')?.focus();
      void refresh();
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  const title = (
    <>
      Remove <Name>{pet.name}</Name>?
    </>
  );
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <Stack>
        <Text>
          <b className="name">{pet.name}</b> with the number <span className="id">{String(pet.id)}</span> will be gone
          for good. This cannot be undone.
        </Text>
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            Keep it
          </Button>
          <ActionButton subject={String(pet.id)} color="red.9" loading={isPending} onClick={() => mutate()}>
            Remove
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Also an attempt that was left without an answer may have removed it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof PetstoreError) || error.code !== 'pet_not_found') throw error;
}
