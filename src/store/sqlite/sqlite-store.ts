import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, StorageError, type Store } from '../store.ts';
import { connect } from './database.ts';
import { migrate } from './migrate.ts';
import { TurnReader } from './turn-reader.ts';
import { WriteQueue } from './write-queue.ts';

export interface SqliteOptions {
  /** The program of the writer thread. */
  writerScript: string;
  /** How many writes may wait before further ones are refused. */
  maxWaitingWrites: number;
}

/** Opens a store in one SQLite file, made if it is missing. Reads run here, writes on a thread of their own. */
export async function openSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  makeFolder(dirname(path));
  const connection = connect(path, 'write');
  migrate(connection, path);
  connection.close();

  const reader = new TurnReader(connect(path, 'read'));
  const queue = await WriteQueue.start(path, {
    script: options.writerScript,
    maxWaiting: options.maxWaitingWrites,
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
    async close() {
      await queue.close();
      reader.close();
    },
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StorageError(`cannot make the folder ${folder}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
