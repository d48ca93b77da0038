import { Group, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Pet, Note as WrittenNote } from '../../client/index.ts';
import { maxNoteLength } from '../../contract/limits.ts';
import { useRefresh } from '../data/queries.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useDraftFields } from '../lib/drafts.ts';
import { useRepeatable } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { ActionButton, SmallButton } from '../ui/action-button.tsx';
import { ConfirmDialog, TextDialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/notify.tsx';
import { mostShown } from './history.ts';

const words = texts.pets.notes;

/** The newest notes on an animal. */
export function useNotes(petId: bigint): readonly WrittenNote[] {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['pets', 'notes', String(petId)],
    queryFn: async ({ signal }) =>
      (await client.notes.list(petId, { sort: '-id', limit: mostShown, signal }).page()).items,
  });
  return data ?? [];
}

/** A field for a note. What is typed stays in it until it is stored, also while this tab shows other pages. */
export function NoteField({ pet }: { pet: Pet }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const once = useRepeatable();
  const { fields, change } = useDraftFields(`note-${pet.id}`, { text: '' });
  const adding = useAction(
    async (written: string) => {
      await once((idempotencyKey) => client.notes.create(pet.id, { text: written }, { idempotencyKey }));
      change({ text: '' });
      await refresh();
      return words.added;
    },
    { failed: () => words.notAdded },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.text.trim() !== '') adding.start(fields.text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap" mt="xs">
        <Textarea
          aria-label={words.label}
          placeholder={words.label}
          maxLength={maxNoteLength}
          autosize
          minRows={1}
          maxRows={8}
          style={{ flex: 1 }}
          value={fields.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <ActionButton subject={String(pet.id)} type="submit" variant="default" loading={adding.isPending}>
          {words.add}
        </ActionButton>
      </Group>
    </form>
  );
}

/** What a note says; its author, and who administers people, can change it. */
export function NoteText({ note }: { note: WrittenNote }) {
  const { client, key, can } = useSession();
  const open = useOpenDialog();
  const refresh = useRefresh();
  const { id, petId, text, createdBy } = note;
  const isOwn = createdBy.type === 'person' ? createdBy.id === key.personId : createdBy.id === key.id;
  const edit = () =>
    open(
      <TextDialog
        title={words.edit}
        submitLabel={texts.ui.save}
        label={words.label}
        description={words.onlyStaff}
        before={text}
        field="text"
        hasLines
        save={async (changed) => {
          await client.notes.update(petId, id, { text: changed }).finally(refresh);
          return words.changed;
        }}
      />,
    );
  const remove = () =>
    open(
      <ConfirmDialog
        title={words.removeIt}
        submitLabel={words.remove}
        act={async () => {
          await client.notes.remove(petId, id).finally(refresh);
          return words.removed;
        }}
      >
        <Text className="name" style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </Text>
      </ConfirmDialog>,
    );
  return (
    <>
      <Text className="name" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
      {can('pets:write') && (isOwn || can('people:admin')) && (
        <Group gap="xs" my={4}>
          <SmallButton onClick={edit}>{texts.pets.edit}</SmallButton>
          <SmallButton onClick={remove}>{words.remove}</SmallButton>
        </Group>
      )}
    </>
  );
}
