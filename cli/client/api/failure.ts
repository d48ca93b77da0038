import { NoAnswerError, PetstoreError } from '../../../client/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { escapeInvisible } from '../../../src/lib/visible-text.ts';
import { CommandError, exitCodes, unusable } from '../../exit.ts';
import { addressAdvice } from '../connection.ts';

export interface FailedCall {
  operation: Operation;
  /** The idempotency key that was sent, if the operation takes one. */
  idempotencyKey: string | undefined;
}

/** Statuses that say that the service was too busy, so that it has done nothing. */
const busyStatuses: ReadonlySet<number> = new Set([408, 429]);

/** A failed call as a command reports it: the code, the message, and what can be assumed. Other errors are returned as they are. */
export function explainCall(error: unknown, call: FailedCall): unknown {
  if (error instanceof NoAnswerError) {
    return new CommandError(lines([error.message, addressAdvice, retryAdvice(call)]), exitCodes.noAnswer);
  }
  if (error instanceof TypeError) return unusable(error.message);
  if (!(error instanceof PetstoreError)) return error;
  const { code, message, requestId } = error;
  const isRefusal = isRefused(error, call);
  const effect = isRefusal ? refusedEffect(error, call) : openEffect(error, call);
  const id = requestId === undefined ? '' : `Request id: ${requestId}`;
  return new CommandError(
    lines([`${code}: ${message}`, effect, id]),
    isRefusal ? exitCodes.failed : exitCodes.noAnswer,
  );
}

/** Whether the service has answered that it does not carry the call out, and will not when it is repeated. */
function isRefused(error: PetstoreError, { operation }: FailedCall): boolean {
  const { status, code } = error;
  if (operation.kind === 'write' && mayBeMade(error)) return false;
  return status >= 400 && status < 500 && !busyStatuses.has(status) && code !== 'unexpected_response';
}

/** Whether the service may have carried out a write, whatever its last answer says. */
function mayBeMade({ code, hasUncertainAttempt }: PetstoreError): boolean {
  return hasUncertainAttempt || code === 'idempotency_in_progress';
}

function refusedEffect({ message }: PetstoreError, { operation }: FailedCall): string {
  return operation.kind === 'write' && !message.includes('Nothing was changed') ? 'Nothing was changed.' : '';
}

function openEffect(error: PetstoreError, call: FailedCall): string {
  const { status, code, hasUncertainAttempt } = error;
  if (call.operation.kind !== 'write') return 'Try again later.';
  if (mayBeMade(error) || !(code === 'overloaded' || busyStatuses.has(status))) {
    const earlier = hasUncertainAttempt && status < 500 ? 'The outcome of an earlier attempt is unknown: the' : 'The';
    return lines([`${earlier} change may have been made.`, retryAdvice(call)]);
  }
  return 'Nothing was changed. Try again later.';
}

function retryAdvice({ operation, idempotencyKey }: FailedCall): string {
  if (operation.kind !== 'write') return '';
  if (idempotencyKey === undefined)
    return 'Read the resource, or run the same command again: repeating it does no harm.';
  return `Run the same command again with --idempotency-key ${idempotencyKey}: the change is then made once.`;
}

function lines(texts: readonly string[]): string {
  const shown = texts.filter((text) => text !== '').flatMap((text) => text.split('\n'));
  return shown.map(escapeInvisible).join('\n');
}
