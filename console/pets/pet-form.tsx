import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type PetStatus, petStatuses } from '../../client/index.ts';
import { Name } from '../shared/name.tsx';
import { CategoryInput } from './category-input.tsx';
import { readCategory } from './category-text.ts';
import { categoryFault, nameFault, type PetFaults, serverFaults } from './pet-faults.ts';
import { PetFormFailure } from './pet-form-failure.tsx';
import { useCategories } from './use-categories.ts';

/** What somebody has filled in. */
export interface PetValues {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

interface PetFormProps {
  initial: { readonly name: string; readonly category: string };
  /** Whether the status is asked for too. */
  withStatus: boolean;
  /** What the button says that saves. */
  action: string;
  /** What it throws is shown in the form, which keeps what was typed. */
  save: (values: PetValues) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for an animal. A fault stands at the field that it is about. */
export function PetForm({ initial, withStatus, action, save, onCancel }: PetFormProps) {
  const { list, names } = useCategories();
  const [name, setName] = useState(initial.name);
  const [category, setCategory] = useState(initial.category);
  const [status, setStatus] = useState<PetStatus>('available');
  const [faults, setFaults] = useState<PetFaults>({});
  const saving = useMutation({ mutationFn: save, onError: (error) => setFaults(serverFaults(error)) });
  const form = useRef<HTMLFormElement>(null);
  const categoryId = readCategory(category, list);

  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const wrongName = nameFault(name);
    const wrongCategory = categoryFault(category, categoryId);
    setFaults({ ...(wrongName && { name: wrongName }), ...(wrongCategory && { categoryId: wrongCategory }) });
    if (wrongName === undefined && categoryId !== undefined) saving.mutate({ name, categoryId, status });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
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
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={faults.name}
        />
        <CategoryInput
          label="Category"
          description={faults.categoryId === undefined && describe(categoryId, names)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          required
          withAsterisk={false}
          value={category}
          onChange={setCategory}
          error={faults.categoryId}
        />
        {withStatus && (
          <NativeSelect
            label="Status"
            data={petStatuses}
            value={status}
            onChange={({ currentTarget: { value } }) =>
              setStatus(petStatuses.find((known) => known === value) ?? status)
            }
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
