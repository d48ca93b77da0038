import { Alert, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { RejectedRows } from '../../../client/import/rejected-rows.ts';
import { formatCount } from '../../lib/numbers.ts';
import { explain } from '../../ui/failure.tsx';
import { useFocusOnMount } from '../../ui/focus.ts';
import { Name } from '../../ui/name.tsx';
import { Counts } from './running-import.tsx';
import type { FileImport } from './start-run.ts';

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
  const { run, source, rejectedFile } = started;
  const { progress, failure } = run;
  const { rejected, done } = progress;
  const { rowCount } = source;
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
              You can resume at any time: within 24 hours and with the same key, no animal is added twice.
            </Text>
          </Alert>
        )}
        <Counts progress={progress} />
        {rejected > 0 && <Reasons rows={rejectedFile.rows} />}
        {rejected > 0 && (
          <Text size="sm">
            The rejected rows come as a file, each with the reason: correct them there, and import that file. Or change
            what the columns mean, and import this one again: rows that become the same animals as before are not added
            twice.
          </Text>
        )}
        <Group>
          {!isWhole && <Button onClick={onResume}>Resume</Button>}
          {rejected > 0 && (
            <Button
              variant={isWhole ? 'filled' : 'default'}
              onClick={() => download(rejectedFile.toBlob(), rejectedFile.name)}
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

/** Why rows were rejected. Lines are those of an editor. */
function Reasons({ rows: { first, count } }: { rows: RejectedRows }) {
  return (
    <>
      {count > first.length && (
        <Text size="sm">
          The first {first.length} of {formatCount(count)} rejected rows:
        </Text>
      )}
      <Table layout="fixed" fz="sm" aria-label="Reasons">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={80}>
              Line
            </Table.Th>
            <Table.Th scope="col">Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.map(({ line, reason }) => (
            <Table.Tr key={line}>
              <Table.Td>{formatCount(line)}</Table.Td>
              <Table.Td className="name">{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
