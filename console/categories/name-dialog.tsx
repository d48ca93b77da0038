import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Category, PetstoreError } from '../../client/index.ts';
import { findNameError } from '../../client/resources/names.ts';
import { tagged } from '../../client/transport/tagged.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { type CategoryUse, findFreeNumber } from './category-use.ts';

const said = pageTexts.categories;

interface NameDialogProps {
  /** The one to name; a new one if it is missing. */
  category?: CategoryUse;
  categories: readonly Category[];
  onClose: () => void;
}

/** Gives a category a name, unless somebody has named it since it was seen. */
export function NameDialog({ category, categories, onClose }: NameDialogProps) {
  const { client } = useSession();
  const reload = useReload('categories', 'pets');
  const [name, setName] = useState(category?.name ?? '');
  const wanted = name.trim();
  const id = category?.id ?? findFreeNumber(wanted, categories);
  const form = useFormMutation(async (target: bigint) => {
    const seen = await tagged((onAnswer) => client.categories.get(target, { onAnswer })).catch(ifUnnamed);
    const isDone = seen?.value.name === wanted;
    if (!isDone && seen?.value.name !== category?.name) throw new Error(said.meanwhile);
    if (!isDone) await client.categories.put(target, { name: wanted }, { ifMatch: seen?.tag });
    void reload();
    notifyDone(said.saved(<Name>{wanted}</Name>));
    onClose();
  });
  const submit = () => {
    const isTaken = categories.some(
      (other) => other.id !== id && other.name.trim().toLowerCase() === wanted.toLowerCase(),
    );
    const fault = findNameError(wanted);
    if (wanted === '') return form.reject({ name: said.nameMissing });
    if (fault !== undefined) return form.reject({ name: said.nameFault(fault) });
    if (id === undefined) return form.reject({ name: said.isNumber });
    if (isTaken) return form.reject({ name: said.isTaken });
    form.submit(id);
  };
  return (
    <FormDialog
      title={category === undefined ? said.add : said.nameIt}
      submitLabel={pageTexts.ui.save}
      state={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={pageTexts.ui.name}
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={form.fieldErrors['name']}
      />
    </FormDialog>
  );
}

function ifUnnamed(error: unknown): undefined {
  if (!(error instanceof PetstoreError) || error.code !== 'category_not_found') throw error;
}
