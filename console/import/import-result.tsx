import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { formatCount } from '../lib/numbers.ts';
import { explain } from '../ui/failure.tsx';
import { Name } from '../ui/name.tsx';
import { Counts } from './counts.tsx';
import { download } from './download.ts';
import type { ImportRun } from './import-run.ts';
import type { SourceFile } from './source-file.ts';
import { useFocusAtFirst } from './use-focus-at-first.ts';

interface ImportResultProps {
  run: ImportRun;
  source: SourceFile;
  /** Imports what is left, with the same choices. */
  onGoOn: () => void;
  /** Goes back to what the columns mean. */
  onBack: () => void;
  onReset: () => void;
}

/** What an import has done, and what can be done about the rest. */
export function ImportResult({ run, source, onGoOn, onBack, onReset }: ImportResultProps) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const { progress, failure, rejectedRows } = run;
  const { added, alreadyThere, rejected, rowCount } = progress;
  const done = added + alreadyThere + rejected;
  const isWhole = done === rowCount;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {isWhole ? 'Done' : 'Stopped'}: <Name>{source.file.name}</Name>
        </Title>
        {!isWhole && (
          <Alert
            color="orange"
            title={`${formatCount(done)} of ${formatCount(rowCount)} rows are done`}
            classNames={{ title: 'readable' }}
            role="alert"
          >
            {failure !== undefined && <Text size="sm">{explain(failure)}</Text>}
            <Text size="sm">
              You can go on at any time: within 24 hours, and with the same key, no animal is added twice.
            </Text>
          </Alert>
        )}
        <Counts progress={progress} />
        {rejected > 0 && (
          <Text size="sm">
            The rejected rows come as a file, each with the reason: correct them there, and import that file. Or change
            what the columns mean, and import this one again: rows that become the same animals as before are not added
            twice.
          </Text>
        )}
        <Group>
          {!isWhole && <Button onClick={onGoOn}>Go on</Button>}
          {rejected > 0 && (
            <Button
              variant={isWhole ? 'filled' : 'default'}
              onClick={() => download(rejectedRows.toBlob(), rejectedRows.name)}
            >
              Download the rejected rows
            </Button>
          )}
          {rejected > 0 && (
            <Button variant="default" onClick={onBack}>
              Change what the columns mean
            </Button>
          )}
          <Button variant="default" onClick={onReset}>
            Import another file
          </Button>
          <Button variant={isWhole && rejected === 0 ? 'filled' : 'default'} component={Link} href="/animals">
            See the animals
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
