import type { Pet } from '../../client/index.ts';
import { useRefresh } from '../data/use-refresh.ts';
import { discardDraft } from '../lib/drafts.tsx';
import { useOnceKey } from '../lib/use-once-key.ts';
import { useSession } from '../session/session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { newPetDraft } from './pet-drafts.ts';
import { PetForm, type PetValues } from './pet-form.tsx';

interface AddPetDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (pet: Pet) => void;
}

export function AddPetDialog({ isOpen, onClose, onAdded }: AddPetDialogProps) {
  const close = () => {
    discardDraft(newPetDraft);
    onClose();
  };
  return (
    <Dialog title="Add an animal" isOpen={isOpen} onClose={close}>
      <AddPetForm onClose={close} onAdded={onAdded} />
    </Dialog>
  );
}

/** Each opening of the form adds one animal, however often the button is pressed. */
function AddPetForm({ onClose, onAdded }: Omit<AddPetDialogProps, 'isOpen'>) {
  const { client } = useSession();
  const refresh = useRefresh();
  const onceKey = useOnceKey();
  const add = async (values: PetValues) => {
    const pet = await client.pets.create({ ...values }, { idempotencyKey: onceKey.current() });
    onceKey.renew();
    discardDraft(newPetDraft);
    onAdded(pet);
    void refresh();
  };
  return (
    <PetForm
      draft={newPetDraft}
      initial={{ name: '', category: '', seen: '' }}
      withStatus
      action="Add the animal"
      save={add}
      onCancel={onClose}
    />
  );
}
