import { Button, FileButton, Paper, Stack, Text } from '@mantine/core';
import { Failure } from '../ui/failure.tsx';

interface FilePickerProps {
  /** Why the last file could not be used. */
  failure: unknown;
  /** Whether a file is being held above the page. */
  isOver: boolean;
  onChoose: (file: File) => void;
}

/** Asks for a file. One can also be dropped anywhere on the page. */
export function FilePicker({ failure, isOver, onChoose }: FilePickerProps) {
  return (
    <Stack>
      {failure !== undefined && <Failure error={failure} />}
      <Paper
        p="xl"
        bd={`2px dashed var(--mantine-color-${isOver ? 'brand-5' : 'gray-6'})`}
        {...(isOver && { bg: 'var(--mantine-color-brand-light)' })}
      >
        <Stack align="center" gap="sm">
          <Text ta="center" size="lg" fw={600}>
            {isOver ? 'Drop it here' : 'A CSV file of your animals'}
          </Text>
          <Text ta="center" visibleFrom="sm">
            Drop it on this page, or choose it.
          </Text>
          <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => file && onChoose(file)}>
            {(props) => <Button {...props}>Choose a file</Button>}
          </FileButton>
          <Text size="sm" c="dimmed" ta="center" maw={520}>
            Any table will do: save it as “CSV UTF-8”, with the names of the columns in its first line. Nothing is sent
            before you have seen what becomes of it.
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}
