import { StartError } from '../lib/errors.ts';
import { Histogram } from '../lib/histogram.ts';
import type { Assertions } from './assertions.ts';
import type { OnProgress } from './progress.ts';
import type { Reader, Statement, StoreReader, Transaction } from './statement.ts';

/**
 * A write: a named function that runs in one transaction, on SQLite usually in another thread. Its input and output are plain
 * data. If it throws, the transaction is rolled back.
 *
 * It may run several times until it is committed, and concurrently with other writes, under snapshot isolation. A write
 * that relies on a row that it has read must therefore update that row, or insert a row with a unique key: then of two
 * conflicting writes one is run again after the other.
 */
export interface Command<Input, Output> {
  readonly name: string;
  run(tx: Transaction, input: Input): Promise<Output>;
  /**
   * Each statement sees what was committed before it, and waits for writes of the same rows instead of being run again after
   * them. For a rare write of rows that background jobs write all the time, which it would otherwise lose to. It must
   * write, and so lock, a row before it relies on it. SQLite runs one write after the other anyway.
   */
  readonly locksRows?: true;
  /**
   * The write resolves when those that began before its commit have ended, on every node: none that has not seen it takes
   * effect later. SQLite runs one write after the other anyway.
   */
  readonly isBarrier?: true;
  /**
   * The same for many inputs, with fewer statements, and outputs in their order. If it throws, it is rolled back and each
   * input is run by itself, so it may throw whenever an input is unusual.
   */
  runTogether?(tx: Transaction, inputs: readonly Input[]): Promise<Output[]>;
}

/** A command of which only the caller knows the types. */
export type AnyCommand = Command<unknown, unknown>;

/** The storage. `await using` closes it. */
export interface Store extends AsyncDisposable {
  /**
   * Sees every write that this process has acknowledged, and those that others have committed before the current
   * event-loop tick.
   */
  readonly reader: StoreReader;

  /** Reads the clock of the database server (epoch milliseconds); missing if the database is on this machine. */
  readonly clock?: Statement<readonly [ms: bigint]>;

  /** Reads the size of the database in bytes; missing if it is a file. */
  readonly size?: Statement<readonly [bytes: bigint]>;
  /** Lists the transactions that are inserting into a table; missing where one write is committed after the other. */
  readonly writers?: (table: string) => Statement<readonly [transaction: string]>;

  readonly ids: IdStatements;

  /**
   * A number that changes with every commit of any process; `undefined` where the engine has none that is cheap, or
   * cannot be read. Whatever was read is valid until it changes.
   */
  revision(): number | undefined;

  /** Makes the next read see all commits until then. */
  refresh(): void;

  /**
   * Runs a command, and resolves when its transaction is committed to the disk.
   * @throws ServiceError the command's own; `overloaded` when too many writes wait; `unavailable` when the storage
   *   failed. Then nothing was committed, unless the message says that this is unknown.
   */
  write<Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output>;

  /** The file of the database; missing where a server manages the files. */
  readonly file?: DatabaseFile;

  /** The number of writes that are not committed yet. */
  readonly waiting: number;

  readonly metrics: StoreMetrics;

  /** Of the writes of this process, and of others that it was told of. Once one has failed, `check` and `checkWrites` do. */
  readonly assertions: Assertions;

  /**
   * Does not wait. On PostgreSQL it only reads.
   * @throws ServiceError `unavailable` when the storage cannot be read, has just failed a write (on SQLite), or was migrated
   *   by a newer release so that this one may not write
   */
  check(): Promise<void>;

  /** Does not wait. @throws ServiceError `unavailable` when the storage cannot be read */
  checkReads(): Promise<void>;

  /**
   * Does not wait.
   * @throws ServiceError `unavailable` when this release may not write, and after a write that the storage has failed, until
   *   one succeeds
   */
  checkWrites(): Promise<void>;

  /** Refuses new writes with `unavailable`, completes those that wait, and closes the storage. */
  close(): Promise<void>;
}

export interface StoreMetrics {
  readonly commitSeconds: Histogram;
  /** The number of writes in a commit. */
  readonly commitWrites: Histogram;
  /** The connections to the server; missing where there is none. */
  readonly connections?: () => ConnectionCounts;
}

export interface ConnectionCounts {
  readonly open: number;
  /** Those of the open ones that serve a request. */
  readonly used: number;
  readonly waiting: number;
  /** How many have ended by themselves so far. */
  readonly lost: number;
}

export function createCommitMetrics(): Pick<StoreMetrics, 'commitSeconds' | 'commitWrites'> {
  return {
    commitSeconds: new Histogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]),
    commitWrites: new Histogram([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]),
  };
}

export interface FileSizes {
  readonly sizeBytes: number;
  /** The part of the file that is free for new data. */
  readonly freeBytes: number;
  readonly walBytes: number;
}

/** A database file and its write-ahead log. All of it may throw `unavailable`. */
export interface DatabaseFile {
  /** What tells the file from any other on this machine, whatever its name. */
  readonly id: string | undefined;
  /** Whether a damaged page was found. From then on all that writes and the checks fail, except `checkReads`. */
  readonly isDamaged: boolean;
  /** Tells that another process has found a damaged page. */
  noteDamage(): void;
  measure(): FileSizes;
  /** Moves the write-ahead log to the database and truncates it. Returns `false` while a reader needs it. */
  checkpoint(): Promise<boolean>;
  /** Gives some of the free space above `keptBytes` back to the file system. Returns whether it could; takes some milliseconds. */
  shrink(keptBytes: number): Promise<boolean>;
  readonly checkpointFailures: number;
}

/** How to read and set the generator of ids of a table with the key `id`. */
export interface IdStatements {
  /** The highest id ever generated, even if its row was deleted; no row if there is none. */
  highest(table: string): Statement<readonly [id: bigint]>;
  /** Makes all further ids higher than `$1`. Never lowers them. */
  raise(table: string): Statement<readonly unknown[]>;
}

/** A storage for reading only. `await using` closes it. */
export interface Source extends Pick<Store, 'ids'>, AsyncDisposable {
  readonly reader: Reader;
  close(): Promise<void>;
}

/** Versions of the schema before and after a migration; equal if none is needed, also if a newer release has migrated. */
export interface Migration {
  from: number;
  to: number;
  /** The copy of a SQLite file from before the migration. */
  copy?: string;
}

export interface MigrationOptions {
  /** Whether a SQLite file is migrated without a copy beside it. */
  skipsCopy?: boolean;
  onMigrated?: ((migration: Migration) => void) | undefined;
  onProgress?: OnProgress | undefined;
}

/** Tells that reads go to another server, `HOST:PORT`, and why if that is known. */
export type ReadsMoved = (server: string, cause: Error | undefined) => void;

export class StorageError extends StartError {
  override readonly name = 'StorageError';
}
