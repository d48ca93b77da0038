import { Button, Group, NativeSelect, Paper, Text } from '@mantine/core';
import { formatCount } from '../lib/numbers.ts';
import { Name } from '../ui/name.tsx';
import { delimiters } from './delimiters.ts';
import type { SourceFile } from './source-file.ts';

interface FileLineProps {
  source: SourceFile;
  onDelimiter: (delimiter: string) => void;
  onReset: () => void;
}

/** The file that was chosen, and how it was read. */
export function FileLine({ source, onDelimiter, onReset }: FileLineProps) {
  const { file, rowCount, columns, delimiter } = source;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="end">
        <Text flex="1 1 220px">
          <b>
            <Name>{file.name}</Name>
          </b>
          : {formatCount(rowCount)} {rowCount === 1 ? 'row' : 'rows'}, {formatCount(columns.length)}{' '}
          {columns.length === 1 ? 'column' : 'columns'}
        </Text>
        <Group align="end">
          <NativeSelect
            label="Between the columns stands a"
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
