import type { MaybePromise, Queryable, Transaction } from './statement.ts';

/**
 * A write: a named function that runs in one transaction. What crosses from the caller to it is its name and its
 * input, so an input is plain data. If it throws, nothing of it is kept.
 */
export interface Command<Input, Output> {
  readonly name: string;
  run(tx: Transaction, input: Input): Promise<Output>;
}

/** A command whose types are known only to its caller. */
export type AnyCommand = Command<never, unknown>;

export interface Store {
  /**
   * Sees every change that this process has acknowledged, and what others have committed by the beginning of the
   * event loop's turn.
   */
  readonly reader: Queryable;

  /**
   * A number that changes with every commit of any connection of any process, or `undefined` where the engine has no
   * cheap one or cannot tell now. While it stands still, what was read stays true.
   */
  revision(): number | undefined;

  /**
   * Runs a command and answers when its transaction is on the disk.
   * @throws ServiceError what the command refused; `overloaded` when too many writes wait; `unavailable` when the
   *   storage failed. Nothing was kept then, unless the message says that the outcome is unknown.
   */
  write<Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output>;

  /** Writes that wait for their transaction. */
  readonly waiting: number;

  /** @throws ServiceError `unavailable` when the storage cannot be read, or could not be written a moment ago. */
  check(): MaybePromise<void>;

  /** Finishes the writes that wait, then releases the storage. */
  close(): Promise<void>;
}

/** The storage cannot be used at all. The message is one line for the person who starts the program. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
