import { Button, Group, Paper, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { ImportProgress } from '../../../client/import/import-run.ts';
import { formatCount } from '../../lib/numbers.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { texts } from '../../texts/texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { Name } from '../../ui/name.tsx';
import type { FileImport } from './start-run.ts';

const words = pageTexts.import;

/** A few times per second: rows complete much faster. */
const lookMs = 200;

/** The progress of an import, with buttons to pause and cancel it. */
export function RunningImport(started: FileImport) {
  const { run, source } = started;
  const { file, rowCount } = source;
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [progress, setProgress] = useState(run.progress);
  useInterval(() => setProgress(run.progress), lookMs, { autoInvoke: true });
  const { done, state } = progress;
  const percent = Math.floor((done / Math.max(1, rowCount)) * 100);
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {words.importing(<Name>{file.name}</Name>)}
        </Title>
        <Progress value={percent} size="lg" aria-label={words.rowsDone} />
        <Text>{words.progress(formatCount(done), formatCount(rowCount), percent)}</Text>
        <Counts progress={progress} started={started} />
        <Text role="status" c="dimmed">
          {words.states[state]}
        </Text>
        <Group>
          {state === 'paused' ? (
            <Button onClick={() => run.resume()}>{words.resume}</Button>
          ) : (
            <QuietButton onClick={() => run.pause()}>{words.pause}</QuietButton>
          )}
          <QuietButton onClick={() => run.stop()}>{texts.cancel}</QuietButton>
        </Group>
      </Stack>
    </Paper>
  );
}

export function Counts({ progress, started }: { progress: ImportProgress; started: FileImport }) {
  const { added, alreadyThere, updated, unchanged, leftOut, rejected, namedCategories, photos } = progress;
  const { updatesKnown, hasPhotos } = started;
  const counts = [
    [words.counts.added, added, true],
    [words.counts.alreadyThere, alreadyThere, true],
    [words.counts.updated, updated, updatesKnown],
    [words.counts.unchanged, unchanged, updatesKnown],
    [words.counts.leftOut, leftOut, leftOut > 0],
    [words.counts.rejected, rejected, true],
    [words.counts.newCategories, namedCategories, namedCategories > 0],
    [words.counts.photos, photos.added + photos.alreadyThere, hasPhotos],
    [words.counts.rejectedPhotos, photos.rejected, photos.rejected > 0],
  ] as const;
  return (
    <Table maw={320} withRowBorders={false} aria-label={words.rows}>
      <Table.Tbody>
        {counts
          .filter(([, , isShown]) => isShown)
          .map(([label, count]) => (
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
