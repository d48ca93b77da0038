import type { Pet, PetChanges } from '../../client/index.ts';
import { useCategories } from '../data/queries.ts';
import { discardAndClose } from '../lib/drafts.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { categoryText } from './categories.tsx';
import { ChangedMeanwhileError } from './change-pet.ts';
import { petDraft } from './drafts.ts';
import { PetFormDialog, type PetValues, writeSeen } from './pet-form.tsx';
import type { PetChange } from './use-pet.ts';

interface ChangePetDialogProps {
  /** The animal as it was when editing began. */
  seen: Pet;
  change: PetChange;
  onClose: () => void;
}

/** Changes the name and the category of an animal. */
export function ChangePetDialog({ seen, change, onClose }: ChangePetDialogProps) {
  const { list } = useCategories();
  const close = discardAndClose(petDraft(seen.id), onClose);
  const save = async (values: PetValues) => {
    const changes = changesOf(seen, values);
    if (Object.keys(changes).length > 0) {
      const isSaved = await change.make({ seen, changes }).then(() => true, unlessConflict);
      // What was typed is kept until the conflict is decided.
      if (!isSaved) return onClose();
      notifyDone('The change was saved.');
    }
    close();
  };
  return (
    <PetFormDialog
      title="Change the animal"
      draft={petDraft(seen.id)}
      initial={{ name: seen.name, category: categoryText(seen.categoryId, list), seen: writeSeen(seen) }}
      withStatus={false}
      submitLabel="Save"
      save={save}
      onClose={close}
    />
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
