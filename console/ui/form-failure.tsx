import { Alert } from '@mantine/core';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { Failure } from './failure.tsx';

interface PetFormFailureProps {
  error: unknown;
  /** What the button says that saves. */
  action: string;
}

/** Says why a form was not saved, and what can be done with what was typed. */
export function PetFormFailure({ error, action }: PetFormFailureProps) {
  if (error instanceof NoAnswerError) {
    return (
      <Alert color="red" title="The server did not answer" role="alert">
        It may have been saved. Press “{action}” again when the server is back: it is done once, however often you
        press.
      </Alert>
    );
  }
  if (error instanceof PetstoreError && error.code === 'idempotency_key_reused') {
    return (
      <Alert color="red" title="This was saved before" role="alert">
        An earlier attempt has arrived after all, as it was typed then. Close this window and look at the list.
      </Alert>
    );
  }
  return <Failure error={error} />;
}
