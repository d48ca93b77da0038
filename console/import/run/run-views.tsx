import { Alert, Anchor, Button, Group, Progress, Table, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Check, undecidedIn } from '../../../importer/check/check.ts';
import type { Comparison } from '../../../importer/known/compare.ts';
import type { RejectedRows } from '../../../importer/report/rejected-rows.ts';
import type { ImportProgress } from '../../../importer/run/import-progress.ts';
import { download } from '../../lib/csv-file.ts';
import { formatCount } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { explain, sayFaults } from '../../ui/failure.tsx';
import { Name } from '../../ui/inline.tsx';
import { useAction } from '../../ui/notify.tsx';
import { Step } from '../file/file-views.tsx';
import { KnownResult } from '../known/known-animals.tsx';
import type { FileImport } from './start-run.ts';
import { TakeBackButton } from './take-back.tsx';

const words = texts.import;

/** A few times per second: rows complete much faster. */
const lookMs = 200;

export function RunningImport(started: FileImport) {
  const { run, source } = started;
  const { file, rowCount } = source;
  const [progress, setProgress] = useState(run.progress);
  useInterval(() => setProgress(run.progress), lookMs, { autoInvoke: true });
  const { done, state } = progress;
  const percent = Math.floor((done / Math.max(1, rowCount)) * 100);
  return (
    <Step title={words.importing(<Name>{file.name}</Name>)}>
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
    </Step>
  );
}

function Counts({ progress, started }: { progress: ImportProgress; started: FileImport }) {
  const { added, alreadyThere, updated, unchanged, leftOut, earlierStays, rejected, namedCategories, photos } =
    progress;
  const { updatesKnown, photoFiles } = started;
  const hasPhotos = photoFiles !== undefined;
  const counts = [
    [words.counts.added, added, true],
    [words.counts.alreadyThere, alreadyThere, true],
    [words.counts.updated, updated, updatesKnown],
    [words.counts.unchanged, unchanged, updatesKnown],
    [words.counts.leftOut, leftOut, leftOut > 0],
    [words.counts.earlierStays, earlierStays, earlierStays > 0],
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

interface ImportResultProps {
  started: FileImport;
  check: Check;
  comparison: Comparison | undefined;
  onResume: () => Promise<void>;
  onBack: () => void;
  onReset: () => void;
}

export function ImportResult({ started, check, comparison, onResume, onBack, onReset }: ImportResultProps) {
  const { run, source, rejectedFile, photosFile, photoFiles } = started;
  const { progress, failure } = run;
  const { rejected, done } = progress;
  const { rowCount } = source;
  const isWhole = done === rowCount;
  const onHold = undecidedIn(check);
  const { start: resume, isPending } = useAction(
    async () => {
      await onResume();
      return undefined;
    },
    { failed: () => words.stopTitle },
  );
  return (
    <Step title={(isWhole ? words.done : words.stopped)(<Name>{source.file.name}</Name>)}>
      {!isWhole && (
        <Alert
          color="orange"
          title={words.partDone(formatCount(done), formatCount(rowCount))}
          classNames={{ title: 'readable' }}
          role="alert"
        >
          {failure !== undefined && <Text size="sm">{explain(failure)}</Text>}
          <Text size="sm">{words.canResume}</Text>
        </Alert>
      )}
      <Counts progress={progress} started={started} />
      {isWhole && onHold > 0 && (
        <Text size="sm">
          {words.undecided(onHold, formatCount(onHold))}{' '}
          <Anchor component={Link} href="/animals?status=pending&onHold=true">
            {words.seeHeld}
          </Anchor>
        </Text>
      )}
      {isWhole && check.leftOnUnknownDay > 0 && (
        <Text size="sm">{words.unknownDay(formatCount(check.leftOnUnknownDay))}</Text>
      )}
      {comparison !== undefined && <KnownResult comparison={comparison} updatesKnown={started.updatesKnown} />}
      {isWhole && photoFiles !== undefined && photoFiles.unused.length > 0 && (
        <Text size="sm" className="name">
          {words.unusedPhotos(formatCount(photoFiles.unused.length), photoFiles.unused.slice(0, 5).join(', '))}
        </Text>
      )}
      {rejected > 0 && <Reasons rows={rejectedFile.rows} />}
      {rejected > 0 && <Text size="sm">{words.rejectedText}</Text>}
      <Group>
        {!isWhole && (
          <Button loading={isPending} onClick={() => resume()}>
            {words.resume}
          </Button>
        )}
        {rejected > 0 && (
          <Button variant={isWhole ? 'filled' : 'default'} onClick={() => download(rejectedFile)}>
            {words.downloadRejected}
          </Button>
        )}
        {progress.photos.rejected > 0 && (
          <QuietButton onClick={() => download(photosFile)}>{words.downloadPhotos}</QuietButton>
        )}
        {rejected > 0 && <QuietButton onClick={onBack}>{words.changeMeaning}</QuietButton>}
        <QuietButton onClick={onReset}>{words.importAnother}</QuietButton>
        <Button variant={isWhole && rejected === 0 ? 'filled' : 'default'} component={Link} href="/animals">
          {words.seeAnimals}
        </Button>
        {run.importId !== undefined && <TakeBackButton importId={run.importId} />}
      </Group>
    </Step>
  );
}

/** Why rows were rejected. Lines are those of an editor. */
function Reasons({ rows: { first, count } }: { rows: RejectedRows }) {
  return (
    <>
      {count > first.length && <Text size="sm">{words.firstRejected(first.length, formatCount(count))}</Text>}
      <Table layout="fixed" fz="sm" aria-label={words.reasons}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={80}>
              {words.line}
            </Table.Th>
            <Table.Th scope="col">{words.reason}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.map(({ line, faults }) => (
            <Table.Tr key={line}>
              <Table.Td>{formatCount(line)}</Table.Td>
              <Table.Td className="name">{sayFaults(faults)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
