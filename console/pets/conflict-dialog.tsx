import { Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Pet } from '../../client/index.ts';
import { discardDraft } from '../lib/drafts.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { StatusBadge } from '../ui/tags.tsx';
import { CategoryName } from './categories.tsx';
import { ChangedMeanwhileError } from './change-pet.ts';
import { petDraft } from './pet-form.tsx';
import type { PetChange } from './use-pet-change.ts';

/** Shows what somebody else has made of an animal beside what was wanted, and lets the person choose. */
export function ConflictDialog({ change }: { change: PetChange }) {
  const { conflict } = change;
  if (conflict === undefined) return null;
  return (
    <Dialog title="Somebody else has changed this animal">
      <Choice conflict={conflict} change={change} />
    </Dialog>
  );
}

function Choice({ conflict, change }: { conflict: ChangedMeanwhileError; change: PetChange }) {
  const { theirs, request } = conflict;
  const mine: Pet = { ...theirs, ...request.changes };
  const subject = Object.values(theirs).join(' ');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => change.make({ seen: theirs, changes: request.changes }),
    onSuccess: ({ name }) => {
      discardDraft(petDraft(theirs.id));
      notifyDone(
        <>
          <Name>{name}</Name> was saved as you wanted it.
        </>,
      );
    },
  });
  const keepTheirs = () => {
    discardDraft(petDraft(theirs.id));
    change.keepTheirs(conflict);
  };
  return (
    <Stack>
      <Text size="sm">Your change was not saved. Which version do you want to keep?</Text>
      <Table layout="fixed" aria-label="Both versions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={80}>
              <VisuallyHidden>Field</VisuallyHidden>
            </Table.Th>
            <Table.Th scope="col">As it is now</Table.Th>
            <Table.Th scope="col">With your change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row label="Name" theirs={theirs.name} mine={mine.name} show={(name) => <Name>{name}</Name>} />
          <Row
            label="Category"
            theirs={theirs.categoryId}
            mine={mine.categoryId}
            show={(categoryId) => <CategoryName id={categoryId} />}
          />
          <Row
            label="Status"
            theirs={theirs.status}
            mine={mine.status}
            show={(status) => status !== undefined && <StatusBadge status={status} />}
          />
        </Table.Tbody>
      </Table>
      {error !== null && !(error instanceof ChangedMeanwhileError) && <Failure error={error} />}
      <Group justify="flex-end">
        <ActionButton subject={subject} variant="default" data-autofocus onClick={keepTheirs}>
          Keep theirs
        </ActionButton>
        <ActionButton subject={subject} loading={isPending} onClick={() => mutate()}>
          Use mine
        </ActionButton>
      </Group>
    </Stack>
  );
}

interface RowProps<Value> {
  label: string;
  theirs: Value;
  mine: Value;
  show: (value: Value) => ReactNode;
}

/** One field in both versions; what differs stands out. */
function Row<Value>({ label, theirs, mine, show }: RowProps<Value>) {
  return (
    <Table.Tr fw={theirs === mine ? undefined : 700}>
      <Table.Th scope="row" fw={400}>
        {label}
      </Table.Th>
      <Table.Td>{show(theirs)}</Table.Td>
      <Table.Td>{show(mine)}</Table.Td>
    </Table.Tr>
  );
}
