import { Alert, Group, Text } from '@mantine/core';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { NotSentError } from '../lib/server-state.ts';
import { texts } from '../texts/texts.ts';
import { SmallButton } from './action-button.tsx';

/** Says to people what an error means. */
export function explain(error: unknown): string {
  if (error instanceof NoAnswerError) {
    return texts.ui.noAnswerToChange;
  }
  const known = error instanceof PetstoreError ? texts.failures[error.code] : undefined;
  return known ?? texts.lib.said(error instanceof Error ? error.message : String(error));
}

/** Says why a row was rejected: what the import says, or the server, with an error code behind it. */
export function explainReason(reason: string): string {
  const [, message = reason, code = ''] = /^(.*) \((\w+)\)$/s.exec(reason) ?? [];
  return texts.failures[code] ?? texts.lib.said(message);
}

/** Explains why a form was not sent. Every form sends its change with a key or condition that applies it only once. */
export function explainWrite(error: unknown, action: string): { title: string; text: string } {
  if (error instanceof NotSentError) {
    return { title: texts.offline, text: texts.ui.notSent(action) };
  }
  if (error instanceof NoAnswerError) {
    return { title: texts.ui.gotNoAnswer, text: texts.ui.maybeSaved(action) };
  }
  if (error instanceof PetstoreError && error.code === 'idempotency_key_reused') {
    return { title: texts.ui.alreadySaved, text: texts.ui.alreadySavedText };
  }
  return { title: texts.didNotWork, text: explain(error) };
}

interface FailureProps {
  error: unknown;
  /** Tries again, where that makes sense. */
  retry?: () => void;
}

/** Shows that something could not be read or done. */
export function Failure({ error, retry }: FailureProps) {
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
