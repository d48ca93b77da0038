import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { statement } from '../statement.ts';
import type { Command, Store } from '../store.ts';
import { connect } from './database.ts';
import { toStorageError } from './failures.ts';
import { migrate } from './migrate.ts';
import { TurnReader } from './turn-reader.ts';
import { WriteQueue } from './write-queue.ts';

export interface SqliteOptions {
  /** The program of the writer thread. */
  writerScript: string;
  /** How many writes may wait before further ones are refused. */
  maxWaitingWrites: number;
}

const batchTimeoutMs = 20_000;
const readSomething = statement<readonly [bigint]>('SELECT count(*) FROM settings');

/**
 * Opens a store in one SQLite file, made if it is missing. Reads run here, writes on a thread of their own.
 * @throws StorageError one line about what is wrong with the file.
 */
export async function openSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  try {
    makeFile(path);
    const connection = connect(path, 'write');
    try {
      migrate(connection, path);
    } finally {
      connection.close();
    }
    return await startStore(path, options);
  } catch (error) {
    throw toStorageError(error, path);
  }
}

async function startStore(path: string, options: SqliteOptions): Promise<Store> {
  const reader = new TurnReader(() => connect(path, 'read'));
  const queue = await WriteQueue.start(path, {
    script: options.writerScript,
    maxWaiting: options.maxWaitingWrites,
    batchTimeoutMs,
    onCommit: () => reader.refresh(),
  });
  return {
    reader,
    revision: () => reader.revision(),
    write: <Input, Output>(command: Command<Input, Output>, input: Input) =>
      queue.push(command.name, input) as Promise<Output>,
    get waiting() {
      return queue.waiting;
    },
    check() {
      reader.query(readSomething, []);
      queue.check();
    },
    async close() {
      await queue.close();
      reader.close();
    },
  };
}

/** The file holds the hashes of keys and the secret of cursors: it is for its owner alone. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
