import { Alert, Button, Group, Text } from '@mantine/core';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';

/** What a failure means to the person who looks at the page. */
export function explain(error: unknown): string {
  if (error instanceof NoAnswerError) {
    return 'The server did not answer, so nobody knows whether this was done. Look before you repeat it.';
  }
  if (error instanceof PetstoreError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

interface FailureProps {
  error: unknown;
  /** Tries it again, where that makes sense. */
  retry?: () => void;
}

/** Says that something could not be read or done. */
export function Failure({ error, retry }: FailureProps) {
  return (
    <Alert color="red" title="This did not work" role="alert">
      <Text size="sm">{explain(error)}</Text>
      {retry !== undefined && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}
