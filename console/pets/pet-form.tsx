import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type PetStatus, petStatuses } from '../../client/index.ts';
import { useCategories } from '../data/use-categories.ts';
import { RestoredHint, useKeptFields } from '../lib/drafts.tsx';
import { useOneAtATime } from '../lib/use-one-at-a-time.ts';
import { PetFormFailure } from '../ui/form-failure.tsx';
import { Name } from '../ui/name.tsx';
import { CategoryInput } from './category-input.tsx';
import { readCategory } from './category-text.ts';
import { categoryFault, nameFault, type PetFaults, serverFaults } from './pet-faults.ts';

/** What somebody has filled in. */
export interface PetValues {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

interface PetFormProps {
  /** Under which name the tab keeps what is typed. Whoever shows the form discards it. */
  draft: string;
  /** What stands in the fields at first. `seen` is kept with it: what the person saw who has begun. */
  initial: { readonly name: string; readonly category: string; readonly seen: string };
  /** Whether the status is asked for too. */
  withStatus: boolean;
  /** What the button says that saves. */
  action: string;
  /** What it throws is shown in the form, which keeps what was typed. */
  save: (values: PetValues) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for an animal. A fault stands at the field that it is about. */
export function PetForm({ draft, initial, withStatus, action, save, onCancel }: PetFormProps) {
  const { list, names } = useCategories();
  const { fields, isRestored, change } = useKeptFields(draft, { ...initial, status: 'available' });
  const { name, category } = fields;
  const status = petStatuses.find((known) => known === fields.status) ?? 'available';
  const [faults, setFaults] = useState<PetFaults>({});
  const saving = useMutation({ mutationFn: save, onError: (error) => setFaults(serverFaults(error)) });
  const oneAtATime = useOneAtATime();
  const form = useRef<HTMLFormElement>(null);
  const categoryId = readCategory(category, list);

  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrongName = nameFault(name);
    const wrongCategory = categoryFault(category, categoryId);
    setFaults({ ...(wrongName && { name: wrongName }), ...(wrongCategory && { categoryId: wrongCategory }) });
    if (wrongName !== undefined || categoryId === undefined) return;
    // What it throws stands in `saving.error`.
    void oneAtATime(() => saving.mutateAsync({ name, categoryId, status }).catch(() => undefined));
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {isRestored && <RestoredHint />}
        {saving.error !== null && Object.keys(serverFaults(saving.error)).length === 0 && (
          <PetFormFailure error={saving.error} action={action} />
        )}
        <TextInput
          label="Name"
          data-autofocus
          required
          withAsterisk={false}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={faults.name}
        />
        <CategoryInput
          label="Category"
          description={faults.categoryId === undefined && describe(categoryId, names)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          required
          withAsterisk={false}
          value={category}
          onChange={(text) => change({ category: text })}
          error={faults.categoryId}
        />
        {withStatus && (
          <NativeSelect
            label="Status"
            data={petStatuses}
            value={status}
            onChange={({ currentTarget }) => change({ status: currentTarget.value })}
            error={faults.status}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Tells what a number means before it is saved. */
function describe(categoryId: bigint | undefined, names: ReadonlyMap<bigint, string>): ReactNode {
  if (categoryId === undefined) return 'Type a number, or choose one that has a name.';
  const name = names.get(categoryId);
  if (name === undefined) return 'This number has no name yet; that is fine.';
  return (
    <>
      The category {String(categoryId)} is “<Name>{name}</Name>”.
    </>
  );
}
