import type { Pet } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { Dialog } from './dialog.tsx';
import { PetForm, type PetValues } from './pet-form.tsx';
import { useOnceKey } from './use-once-key.ts';
import { useRefresh } from './use-refresh.ts';

interface AddPetDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (pet: Pet) => void;
}

export function AddPetDialog({ isOpen, onClose, onAdded }: AddPetDialogProps) {
  return (
    <Dialog title="Add an animal" isOpen={isOpen} onClose={onClose}>
      <AddPetForm onClose={onClose} onAdded={onAdded} />
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
    onAdded(pet);
    void refresh();
  };
  return (
    <PetForm initial={{ name: '', category: '' }} withStatus action="Add the animal" save={add} onCancel={onClose} />
  );
}
