import { Alert, Group, Text } from '@mantine/core';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { messageOf } from '../../client/transport/errors.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from './action-button.tsx';

export function explain(error: unknown): string {
  if (error instanceof NoAnswerError) {
    return texts.ui.noAnswerToChange;
  }
  const known = error instanceof PetstoreError ? texts.failures[error.code] : undefined;
  return known ?? texts.lib.said(messageOf(error));
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <Alert color="red" title={texts.didNotWork} role="alert">
      <Text size="sm">{explain(error)}</Text>
      {retry !== undefined && (
        <Group mt="sm">
          <SmallButton onClick={retry}>{texts.tryAgain}</SmallButton>
        </Group>
      )}
    </Alert>
  );
}
