import type { Pet } from '../../client/index.ts';
import { useRefresh } from '../data/use-refresh.ts';
import { discardDraft } from '../lib/drafts.tsx';
import { useIdempotencyKey } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { newPetDraft } from './pet-drafts.ts';
import { PetFormDialog, type PetValues } from './pet-form.tsx';

interface AddPetDialogProps {
  onClose: () => void;
  onAdded: (pet: Pet) => void;
}

/** Adds one animal, however often the button is pressed. */
export function AddPetDialog({ onClose, onAdded }: AddPetDialogProps) {
  const { client } = useSession();
  const refresh = useRefresh();
  const idempotencyKey = useIdempotencyKey();
  const add = async (values: PetValues) => {
    const pet = await client.pets.create({ ...values }, { idempotencyKey: idempotencyKey.current() });
    idempotencyKey.renew();
    discardDraft(newPetDraft);
    onAdded(pet);
    void refresh();
  };
  const close = () => {
    discardDraft(newPetDraft);
    onClose();
  };
  return (
    <PetFormDialog
      title="Add an animal"
      draft={newPetDraft}
      initial={{ name: '', category: '', seen: '' }}
      withStatus
      submitLabel="Add the animal"
      save={add}
      onClose={close}
    />
  );
}
