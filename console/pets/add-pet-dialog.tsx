import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'wouter';
import type { Pet } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { discardAndClose, discardDraft } from '../lib/drafts.tsx';
import { useIdempotencyKey } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { newPetDraft } from './drafts.ts';
import { PetFormDialog, type PetValues } from './pet-form.tsx';

/** Adds one animal, however often the button is pressed. */
export function AddPetDialog({ onClose }: { onClose: () => void }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const idempotencyKey = useIdempotencyKey();
  const add = async (values: PetValues) => {
    const pet = await client.pets.create({ ...values }, { idempotencyKey: idempotencyKey.current() });
    idempotencyKey.renew();
    discardDraft(newPetDraft);
    onClose();
    notifyAdded(pet);
    void refresh();
  };
  return (
    <PetFormDialog
      title="Add an animal"
      draft={newPetDraft}
      initial={{ name: '', category: '', seen: '' }}
      withStatus
      submitLabel="Add the animal"
      save={add}
      onClose={discardAndClose(newPetDraft, onClose)}
    />
  );
}

/** Says that an animal was added, with the way to it. */
function notifyAdded({ id, name }: Pet): void {
  notifications.show({
    color: 'green',
    autoClose: 10_000,
    message: (
      <>
        <Anchor component={Link} href={`/animals/${id}`} inherit className="name">
          {name}
        </Anchor>{' '}
        was added.
      </>
    ),
  });
}
