import { type BigIntStats, closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import { FilesGone, FilesOverwritten } from './failures.ts';
import { beginLog, openGuard, pathsOf } from './log-mode.ts';
import { headerBytes, type LogIndex, readLogIndex, readStart, saltsOf, usesLog } from './write-ahead-log.ts';

// SQLite goes on with the files that it has opened, whatever their paths name: what it commits may be in a log that no other
// process finds, or it may write into the contents of another database. docs/decisions/0032-file-and-log.md

/** The database, its log and the index of that, as a store has opened them. */
export interface OpenFiles {
  readonly paths: Triple<string>;
  readonly ids: Triple<string | undefined>;
  readonly descriptors: Triple<number>;
}

type Triple<Value> = readonly [file: Value, log: Value, index: Value];

/** Keeps the files of a database open for a store. To close them while it has connections would end SQLite's locks. */
export function holdFiles(path: string) {
  beginLog(path);
  const guard = openGuard(path);
  const paths = pathsOf(path);
  const each = <Value>(look: (path: string) => Value): Triple<Value> => [
    look(paths[0]),
    look(paths[1]),
    look(paths[2]),
  ];
  const descriptors = each((one) => openSync(one, 'r'));
  return {
    files: { paths, ids: each(fileId), descriptors },
    /** After all other connections of the store. Those of another store of this process need the locks. */
    close(isOpenElsewhere: boolean): void {
      guard.close();
      if (!isOpenElsewhere) for (const descriptor of descriptors) closeSync(descriptor);
    },
  };
}

/**
 * Checks that the paths of a database name its open files, and that these have its contents. Takes 18 microseconds.
 * @throws FilesGone, FilesOverwritten
 */
export function requireFiles({ paths, ids, descriptors: [file, log, index] }: OpenFiles): void {
  for (let before: LogIndex | undefined; ; ) {
    const expected = readLogIndex(index);
    const statuses = paths.map(statusOf);
    const gone = paths.find((_, at) => idOf(statuses[at]) !== ids[at]);
    if (gone !== undefined) throw new FilesGone(gone, gone !== paths[0]);
    // No process can leave this mode while another one has the file open.
    if (!usesLog(file)) throw new FilesOverwritten(paths[0]);
    // Somebody is writing the index, or has begun the log anew.
    if (expected === undefined || expected.frames === 0) return;
    const isLong = (statuses[1]?.size ?? 0) >= expected.bytes;
    if (isLong && saltsOf(readStart(log, headerBytes)).equals(expected.salts)) return;
    // Another process may begin the log anew, or empty it: it changes the index first.
    if (Bun.deepEquals(before, expected)) throw new FilesOverwritten(paths[1]);
    before = expected;
  }
}

/** Moves away what has the name of the log: the next start would apply it. */
export function removeForeignLog({ paths: [, log], ids }: OpenFiles): void {
  if (existsSync(log) && fileId(log) !== ids[1]) renameSync(log, `${log}.foreign`);
}

/** What tells a file from any other on this machine, whatever its name; `undefined` where there is no file. */
export function fileId(path: string): string | undefined {
  return idOf(statusOf(path));
}

const statusOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false });
const idOf = (status: BigIntStats | undefined) => status && `${status.dev}:${status.ino}`;
