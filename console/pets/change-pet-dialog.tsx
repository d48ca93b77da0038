import type { Pet, PetChanges } from '../../client/index.ts';
import { notifyDone } from '../shared/notify.tsx';
import { categoryText } from './category-text.ts';
import { ChangedMeanwhileError } from './change-pet.ts';
import { Dialog } from './dialog.tsx';
import { PetForm, type PetValues } from './pet-form.tsx';
import { useCategories } from './use-categories.ts';
import type { PetChange } from './use-pet-change.ts';

interface ChangePetDialogProps {
  /** The animal as it was when the person began; `undefined` while nobody changes it. */
  seen: Pet | undefined;
  change: PetChange;
  onClose: () => void;
}

/** Changes the name and the category of an animal. */
export function ChangePetDialog({ seen, change, onClose }: ChangePetDialogProps) {
  const { names } = useCategories();
  const save = async (pet: Pet, values: PetValues) => {
    const changes = changesOf(pet, values);
    if (Object.keys(changes).length > 0) {
      const isSaved = await change.make({ seen: pet, changes }).then(() => true, unlessConflict);
      if (isSaved) notifyDone('The change was saved.');
    }
    onClose();
  };
  return (
    <Dialog title="Change the animal" isOpen={seen !== undefined} onClose={onClose}>
      {seen !== undefined && (
        <PetForm
          initial={{ name: seen.name, category: categoryText(seen.categoryId, names) }}
          withStatus={false}
          action="Save"
          save={(values) => save(seen, values)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function changesOf(seen: Pet, { name, categoryId }: PetValues): PetChanges {
  return { ...(name !== seen.name && { name }), ...(categoryId !== seen.categoryId && { categoryId }) };
}

/** A conflict is decided in a window of its own, which has what was typed. */
function unlessConflict(error: unknown): false {
  if (error instanceof ChangedMeanwhileError) return false;
  throw error;
}
