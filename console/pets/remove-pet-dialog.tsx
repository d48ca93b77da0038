import { Text } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { useListAddress } from './use-list-address.ts';

/** Confirms that an animal is to be removed for good, and then goes back to the list. */
export function RemovePetDialog({ pet: { id, name }, onClose }: { pet: Pet; onClose: () => void }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const list = useListAddress();
  const [, navigate] = useLocation();
  const shown = <Name>{name}</Name>;
  const remove = async () => {
    await client.pets.remove(id).catch(unlessGone('pet_not_found'));
    navigate(list);
    notifyDone(<>{shown} was removed.</>);
    void refresh();
  };
  return (
    <ConfirmDialog title={<>Remove {shown}?</>} submitLabel="Remove" act={remove} onClose={onClose}>
      <Text>
        <b className="name">{name}</b> will be deleted. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
