import { Text } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useListAddress } from './use-list-address.ts';

interface RemovePetDialogProps {
  pet: Pet;
  onClose: () => void;
}

/** Confirms that an animal is to be removed for good, and then goes back to the list. */
export function RemovePetDialog({ pet: { id, name }, onClose }: RemovePetDialogProps) {
  const { client } = useSession();
  const refresh = useRefresh();
  const list = useListAddress();
  const [, navigate] = useLocation();
  const shown = <Name>{name}</Name>;
  const remove = async () => {
    await client.pets.remove(id).catch(unlessGone('pet_not_found'));
    navigate(list);
    notifyDone(pageTexts.pets.removed(shown));
    void refresh();
  };
  return (
    <ConfirmDialog
      title={pageTexts.pets.removeWhom(shown)}
      submitLabel={pageTexts.pets.remove}
      act={remove}
      onClose={onClose}
    >
      <Text>{pageTexts.pets.removeText(<b className="name">{name}</b>)}</Text>
    </ConfirmDialog>
  );
}
