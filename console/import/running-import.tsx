import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { formatCount } from '../lib/numbers.ts';
import { Name } from '../ui/name.tsx';
import { Counts } from './counts.tsx';
import type { ImportProgress, ImportRun } from './import-run.ts';
import type { SourceFile } from './source-file.ts';
import { useFocusAtFirst } from './use-focus-at-first.ts';
import { useProgress } from './use-progress.ts';

interface RunningImportProps {
  run: ImportRun;
  source: SourceFile;
}

const states: Record<ImportProgress['state'], string> = {
  running: 'Keep this page open until it is done.',
  waiting: 'The server is away or busy. The import waits, and goes on by itself.',
  paused: 'Paused.',
};

/** Shows how far an import has come, and lets it be paused and cancelled. */
export function RunningImport({ run, source: { file } }: RunningImportProps) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const progress = useProgress(run);
  const { added, alreadyThere, rejected, rowCount, state } = progress;
  const done = added + alreadyThere + rejected;
  const percent = Math.floor((done / Math.max(1, rowCount)) * 100);
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          Importing <Name>{file.name}</Name>
        </Title>
        <Progress value={percent} size="lg" aria-label="Rows done" />
        <Text>
          {formatCount(done)} of {formatCount(rowCount)} rows done, {percent} %
        </Text>
        <Counts progress={progress} />
        <Text role="status" c="dimmed">
          {states[state]}
        </Text>
        <Group>
          {state === 'paused' ? (
            <Button onClick={() => run.goOn()}>Go on</Button>
          ) : (
            <Button variant="default" onClick={() => run.pause()}>
              Pause
            </Button>
          )}
          <Button variant="default" onClick={() => run.cancel()}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
