import { Button, FileButton, Group, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core';
import { formatCount } from '../../lib/numbers.ts';
import { Failure } from '../../ui/failure.tsx';
import { delimiters, type SourceFile } from './source-file.ts';

interface FilePickerProps {
  /** Why the last file could not be used. */
  failure: unknown;
  /** Whether a file is being held above the page. */
  isOver: boolean;
  onChoose: (file: File) => void;
}

/** The file picker. A file can also be dropped anywhere on the page. */
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
            before you have seen a preview.
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}

interface ReadingFileProps {
  file: File;
  doneBytes: number;
  onCancel: () => void;
}

/** Shows how much of a file was read. */
export function ReadingFile({ file, doneBytes, onCancel }: ReadingFileProps) {
  const percent = file.size === 0 ? 100 : Math.floor((doneBytes / file.size) * 100);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text>
          Reading <b className="name">{file.name}</b>: {percent} %
        </Text>
        <Progress value={percent} aria-label={`Reading ${file.name}`} />
        <Group>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

export interface FileLineProps {
  source: SourceFile;
  onDelimiter: (delimiter: string) => void;
  onReset: () => void;
}

/** The selected file, and how it is read. */
export function FileLine({ source, onDelimiter, onReset }: FileLineProps) {
  const { file, rowCount, columns, delimiter } = source;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="end">
        <Text flex="1 1 220px">
          <b className="name">{file.name}</b>: {formatCount(rowCount)} {rowCount === 1 ? 'row' : 'rows'},{' '}
          {formatCount(columns.length)} {columns.length === 1 ? 'column' : 'columns'}
        </Text>
        <Group align="end">
          <NativeSelect
            label="Column separator"
            data={delimiters.map(({ value, label }) => ({ value, label: label.toLowerCase() }))}
            value={delimiter}
            onChange={({ currentTarget }) => onDelimiter(currentTarget.value)}
          />
          <Button variant="default" onClick={onReset}>
            Choose another file
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
