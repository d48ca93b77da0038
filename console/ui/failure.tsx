import { Alert, Group, Text } from '@mantine/core';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { NotSentError } from '../lib/server-state.ts';
import { SmallButton } from './action-button.tsx';

const defaultTitle = 'This did not work';

/** What an error code means to people, where the server's message does not help enough. */
const explanations: Readonly<Record<string, string>> = {
  last_admin_key:
    'This is the last key that can manage keys. Create a new admin key and sign in with it first; otherwise nobody could create keys any more.',
  insufficient_scope: 'Your key has fewer permissions than this needs.',
  pet_not_available: 'This animal is not available any more: somebody else has reserved or adopted it.',
  pet_has_open_order: 'This animal is reserved. End its reservation first.',
  pet_not_found: 'This animal was removed.',
  order_closed: 'This reservation has already ended.',
  order_not_found: 'This reservation was removed with its animal.',
  key_not_found: 'This key no longer exists.',
  inquiry_not_found: 'This inquiry was erased.',
  webhook_not_found: 'This webhook no longer exists. Somebody else has removed it.',
};

/** Says to people what an error means. */
export function explain(error: unknown): string {
  if (error instanceof NoAnswerError) {
    return 'The server did not answer, so the change may or may not have been made. Check before you try again.';
  }
  const known = error instanceof PetstoreError ? explanations[error.code] : undefined;
  return known ?? (error instanceof Error ? error.message : String(error));
}

/** Explains why a form was not sent. Every form sends its change with a key or condition that applies it only once. */
export function explainWrite(error: unknown, action: string): { title: string; text: string } {
  if (error instanceof NotSentError) {
    return { title: 'You are offline', text: `Nothing was sent. Press “${action}” again when you are online.` };
  }
  if (error instanceof NoAnswerError) {
    return {
      title: 'The server did not answer',
      text: `Your change may have been saved. Press “${action}” again when the server is back: it is applied only once.`,
    };
  }
  if (error instanceof PetstoreError && error.code === 'idempotency_key_reused') {
    return {
      title: 'This was already saved',
      text: 'An earlier attempt succeeded, with the values you had entered then. Close this dialog and check the list.',
    };
  }
  return { title: defaultTitle, text: explain(error) };
}

interface FailureProps {
  error: unknown;
  /** Tries again, where that makes sense. */
  retry?: () => void;
}

/** Shows that something could not be read or done. */
export function Failure({ error, retry }: FailureProps) {
  return (
    <Alert color="red" title={defaultTitle} role="alert">
      <Text size="sm">{explain(error)}</Text>
      {retry !== undefined && (
        <Group mt="sm">
          <SmallButton onClick={retry}>Try again</SmallButton>
        </Group>
      )}
    </Alert>
  );
}
