import { Alert, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { RejectedRows } from '../../../client/import/rejected-rows.ts';
import { download } from '../../lib/csv-file.ts';
import { formatCount } from '../../lib/numbers.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { QuietButton } from '../../ui/action-button.tsx';
import { explain, explainReason } from '../../ui/failure.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { Name } from '../../ui/name.tsx';
import { Counts } from './running-import.tsx';
import type { FileImport } from './start-run.ts';

const words = pageTexts.import;

interface ImportResultProps {
  started: FileImport;
  /** Imports the remaining rows with the same choices. */
  onResume: () => void;
  onBack: () => void;
  onReset: () => void;
}

/** The result of an import, and how to continue with the rest. */
export function ImportResult({ started, onResume, onBack, onReset }: ImportResultProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const { run, source, rejectedFile, photosFile } = started;
  const { progress, failure } = run;
  const { rejected, done } = progress;
  const { rowCount } = source;
  const isWhole = done === rowCount;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {(isWhole ? words.done : words.stopped)(<Name>{source.file.name}</Name>)}
        </Title>
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
        {rejected > 0 && <Reasons rows={rejectedFile.rows} />}
        {rejected > 0 && <Text size="sm">{words.rejectedText}</Text>}
        <Group>
          {!isWhole && <Button onClick={onResume}>{words.resume}</Button>}
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
        </Group>
      </Stack>
    </Paper>
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
          {first.map(({ line, reason }) => (
            <Table.Tr key={line}>
              <Table.Td>{formatCount(line)}</Table.Td>
              <Table.Td className="name">{explainReason(reason)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
