import { Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageTexts } from '../texts/page-texts.ts';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

/** One field in both versions. */
interface ConflictRow {
  readonly label: string;
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
  /** What differs stands out. */
  readonly isDifferent: boolean;
}

interface ConflictDialogProps {
  title: string;
  question: string;
  /** What it is that both have changed. */
  about?: ReactNode;
  rows: readonly ConflictRow[];
  /** What tells both versions from others. */
  subject: string;
  onKeepTheirs: () => void;
  onUseMine: () => void;
  isPending?: boolean;
  error?: Error | null;
}

/** Shows what somebody else has saved beside what was wanted, and lets the person choose. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, question, about, rows, subject, onKeepTheirs, onUseMine, isPending = false, error = null } = props;
  return (
    <Dialog title={title} isClosable={false}>
      <Stack>
        <Text size="sm">{question}</Text>
        {about}
        <Table layout="fixed" aria-label={pageTexts.ui.bothVersions}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={110}>
                <VisuallyHidden>{pageTexts.ui.field}</VisuallyHidden>
              </Table.Th>
              <Table.Th scope="col">{pageTexts.ui.asNow}</Table.Th>
              <Table.Th scope="col">{pageTexts.ui.withChange}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ label, theirs, mine, isDifferent }) => (
              <Table.Tr key={label} fw={isDifferent ? 700 : undefined}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td>{theirs}</Table.Td>
                <Table.Td>{mine}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <ActionButton subject={subject} variant="default" data-autofocus onClick={onKeepTheirs}>
            {pageTexts.ui.keepTheirs}
          </ActionButton>
          <ActionButton subject={subject} loading={isPending} onClick={onUseMine}>
            {pageTexts.ui.useMine}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
