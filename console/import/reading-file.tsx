import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Name } from '../ui/name.tsx';

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
          Reading{' '}
          <b>
            <Name>{file.name}</Name>
          </b>
          : {percent} %
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
