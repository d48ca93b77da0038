import { ServiceError } from '../../errors.ts';
import type { Command } from '../store.ts';
import { type FailureKind, kindOf, translateFailure } from './failures.ts';
import { inTransaction } from './transaction.ts';
import type { WriteConnections } from './write-connections.ts';

const maxAttempts = 10;
const maxTotalMs = 10_000;
const firstPauseMs = 2;
const longestPauseMs = 200;
const retried: ReadonlySet<FailureKind> = new Set(['conflict', 'lost', 'moved']);

/**
 * Runs a command until one of its attempts is kept: again after a conflict with another transaction, and again when
 * the connection was lost before anything could be kept.
 * @throws ServiceError what the command refused; `overloaded` or `unavailable` after too many attempts; nothing was
 *   kept then, unless the message says that the outcome is unknown
 */
export async function writeAlone<Input, Output>(
  connections: WriteConnections,
  command: Command<Input, Output>,
  input: Input,
): Promise<Output> {
  const deadline = performance.now() + maxTotalMs;
  for (let attempt = 1; ; attempt++) {
    const connection = await connections.take();
    try {
      return await inTransaction(connection, (tx) => command.run(tx, input));
    } catch (error) {
      const mayRetry = attempt < maxAttempts && performance.now() < deadline;
      if (!mayRetry || !retried.has(kindOf(error))) throw translateFailure(error);
    } finally {
      connections.give(connection);
    }
    await Bun.sleep(Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
  }
}

/** A command that can be run for many inputs at once. */
export type GroupCommand<Input, Output> = Command<Input, Output> &
  Required<Pick<Command<Input, Output>, 'runTogether'>>;

/**
 * Runs a command once for many inputs, in one transaction. Gives `undefined` when that does not succeed and nothing was
 * kept. @throws ServiceError when no server takes writes, or when the outcome is unknown
 */
export async function writeTogether<Input, Output>(
  connections: WriteConnections,
  command: GroupCommand<Input, Output>,
  inputs: readonly Input[],
): Promise<Output[] | undefined> {
  const connection = await connections.take();
  try {
    return await inTransaction(connection, (tx) => command.runTogether(tx, inputs));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') throw error;
    return undefined;
  } finally {
    connections.give(connection);
  }
}
