import { Button, FileButton, Group, NativeSelect, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { knownDelimiters } from '../../../importer/source/form.ts';
import { formatCount } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { Note } from '../../ui/page.tsx';
import type { FileForm, SourceFile } from './source-file.ts';

const words = texts.import;

/** A step of an import, whose title gets the focus when it begins. */
export function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack>
        <Title order={2} size="h4" id={id} ref={heading} tabIndex={-1} className="focused">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

interface FilePickerProps {
  /** Why the last file could not be used. */
  failure: unknown;
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
            {isOver ? words.dropHere : words.aFile}
          </Text>
          <Text ta="center" visibleFrom="sm">
            {words.dropOrChoose}
          </Text>
          <FileButton accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,text/csv" onChange={(file) => file && onChoose(file)}>
            {(props) => <Button {...props}>{words.chooseFile}</Button>}
          </FileButton>
          <Note ta="center" maw={520}>
            {words.whichFiles}
          </Note>
        </Stack>
      </Paper>
    </Stack>
  );
}

export function ReadingFile({ file, doneBytes, onCancel }: { file: File; doneBytes: number; onCancel: () => void }) {
  const percent = file.size === 0 ? 100 : Math.floor((doneBytes / file.size) * 100);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text>{words.reading(<b className="name">{file.name}</b>, percent)}</Text>
        <Progress value={percent} aria-label={words.readingFile(file.name)} />
        <Group>
          <QuietButton onClick={onCancel}>{texts.cancel}</QuietButton>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Further down a header is only found, not chosen. */
const shownLines = 10;

export interface FileLineProps {
  source: SourceFile;
  onForm: (form: FileForm) => void;
  onReset: () => void;
}

export function FileLine({ source, onForm, onReset }: FileLineProps) {
  const { file, format, rowCount, columns, delimiter, header } = source;
  const lines = Array.from({ length: Math.max(shownLines, header === 'none' ? 0 : header) }, (_, index) => index + 1);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="end">
        <Text flex="1 1 220px">
          <b className="name">{file.name}</b>:{' '}
          {words.fileSize(rowCount, formatCount(rowCount), columns.length, formatCount(columns.length))}
        </Text>
        <Group align="end">
          {format === 'csv' && (
            <>
              <NativeSelect
                flex="1 1 150px"
                label={words.separator}
                data={knownDelimiters.map((value) => ({ value, label: words.separators[value] }))}
                value={delimiter}
                onChange={({ currentTarget }) => onForm({ delimiter: currentTarget.value })}
              />
              <NativeSelect
                flex="1 1 150px"
                label={words.header}
                data={[
                  { value: 'none', label: words.noHeader },
                  ...lines.map((line) => ({ value: String(line), label: words.headerLine(line) })),
                ]}
                value={String(header)}
                onChange={({ currentTarget: { value } }) =>
                  onForm({ delimiter, header: value === 'none' ? value : Number(value) })
                }
              />
            </>
          )}
          <QuietButton onClick={onReset}>{words.anotherFile}</QuietButton>
        </Group>
      </Group>
    </Paper>
  );
}
