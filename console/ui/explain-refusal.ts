import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { explain } from './failure.tsx';

/** What a refusal means to somebody who manages keys or webhooks, and what would help. */
const explanations: Readonly<Record<string, string>> = {
  last_admin_key:
    'It is the last key that may manage keys. Without it nobody could get in to make another one. Make a new admin key first, and sign in with that.',
  insufficient_scope: 'It may do something that your own key may not, so you cannot make, renew or end it.',
  idempotency_key_reused:
    'Your first attempt was carried out after all, with what you had typed then. Close this and look at the list.',
  key_not_found: 'This key is not there any more.',
  webhook_not_found: 'This webhook is not there any more. Somebody else has removed it.',
  delivery_not_found: 'It has arrived in the meantime, or its webhook was removed.',
};

/** What went wrong, in words for the person who asked for it. */
export function explainRefusal(error: unknown): string {
  if (error instanceof NoAnswerError && error.idempotencyKey !== undefined) {
    return 'The server did not answer. Press again as soon as it is back: it is done once, however often you press.';
  }
  const known = error instanceof PetstoreError ? explanations[error.code] : undefined;
  return known ?? explain(error);
}
