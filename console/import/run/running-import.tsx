import { Button, Group, Paper, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { ImportProgress } from '../../../client/import/import-run.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useFocusOnMount } from '../../ui/focus.ts';
import { Name } from '../../ui/name.tsx';
import type { FileImport } from './start-run.ts';

const states: Record<ImportProgress['state'], string> = {
  running: 'Keep this page open until it is done.',
  waiting: 'The server is down or overloaded. The import continues automatically when it is back.',
  paused: 'Paused.',
};

/** A few times per second: rows complete much faster. */
const lookMs = 200;

/** The progress of an import, with buttons to pause and cancel it. */
export function RunningImport({ run, source: { file, rowCount } }: FileImport) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [progress, setProgress] = useState(run.progress);
  useInterval(() => setProgress(run.progress), lookMs, { autoInvoke: true });
  const { done, state } = progress;
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
            <Button onClick={() => run.resume()}>Resume</Button>
          ) : (
            <Button variant="default" onClick={() => run.pause()}>
              Pause
            </Button>
          )}
          <Button variant="default" onClick={() => run.stop()}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

export function Counts({ progress }: { progress: ImportProgress }) {
  const { added, alreadyThere, rejected, namedCategories } = progress;
  const counts = [
    ['Added', added],
    ['Were there already', alreadyThere],
    ['Rejected', rejected],
    ...(namedCategories > 0 ? ([['New categories', namedCategories]] as const) : []),
  ] as const;
  return (
    <Table maw={320} withRowBorders={false} aria-label="Rows">
      <Table.Tbody>
        {counts.map(([label, count]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right" fw={700}>
              {formatCount(count)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
