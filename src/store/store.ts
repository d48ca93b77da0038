import type { MaybePromise } from '../lib/maybe-promise.ts';
import { StartError } from '../lib/start-error.ts';
import type { Reader, Statement, Transaction } from './statement.ts';

/**
 * A write: a named function that runs in one transaction. What crosses from the caller to it is its name and its
 * input, so an input is plain data. If it throws, nothing of it is kept.
 *
 * It may run several times, until one of them is kept, and beside other writes, each of which sees what was there when
 * it began (snapshot isolation). A write that relies on something it has read therefore also changes that row, or
 * inserts a row that can be there only once: then one of two that rely on the same is run again after the other.
 */
export interface Command<Input, Output> {
  readonly name: string;
  run(tx: Transaction, input: Input): Promise<Output>;
  /**
   * The same for many inputs with fewer statements, the outputs in their order. If it throws, nothing of it is kept and
   * each input is run by itself, so it may throw whenever one of them is out of the ordinary.
   */
  runTogether?(tx: Transaction, inputs: readonly Input[]): Promise<Output[]>;
}

/** A command whose types are known only to its caller. */
export type AnyCommand = Command<never, unknown>;

export interface Store {
  /**
   * Sees every change that this process has acknowledged, and what others have committed by the beginning of the
   * event loop's turn.
   */
  readonly reader: Reader;

  /** What this engine knows of the ids that it gives. */
  readonly ids: IdStatements;

  /**
   * A number that changes with every commit of any connection of any process, or `undefined` where the engine has no
   * cheap one or cannot tell now. While it stands still, what was read stays true.
   */
  revision(): number | undefined;

  /** Lets the next read see what others have committed since the turn began. */
  refresh(): void;

  /**
   * Runs a command and answers when its transaction is kept for good.
   * @throws ServiceError what the command refused; `overloaded` when too many writes wait; `unavailable` when the
   *   storage failed. Nothing was kept then, unless the message says that the outcome is unknown.
   */
  write<Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output>;

  /** Writes that wait for their transaction. */
  readonly waiting: number;

  /** Does not wait. @throws ServiceError `unavailable` when the storage cannot be read, or could not be written a moment ago. */
  check(): MaybePromise<void>;

  /** Finishes the writes that wait, then releases the storage. From its call on, writes are refused with `unavailable`. */
  close(): Promise<void>;
}

/** What is asked and told of the ids that an engine gives, of a table whose key is `id`. Each engine counts in its own way. */
export interface IdStatements {
  /** The highest id that was ever given, also if its row is gone since; no row if none was. */
  highest(table: string): Statement<readonly [id: bigint]>;
  /** Lets only ids above `$1` be given from now on, and none below those that would have been given anyway. */
  raise(table: string): Statement<readonly unknown[]>;
}

/** A storage that is only read. */
export interface Source extends Pick<Store, 'reader' | 'ids'> {
  close(): MaybePromise<void>;
}

/** The version of the schema before and after a migration; equal if there was nothing to do. */
export interface Migration {
  from: number;
  to: number;
}

/** The storage cannot be used at all. */
export class StorageError extends StartError {
  override readonly name = 'StorageError';
}
