import type { Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { FilesGone, FilesOverwritten } from './failures.ts';
import { beginLog, openGuard, pathsOf } from './log-mode.ts';
import { frameHeaderBytes, headerBytes, indexBytes, isInLogMode, parseLogIndex, saltsOf } from './write-ahead-log.ts';

// SQLite goes on with the files that it has opened, whatever their paths name: what it commits may be in a log that no other
// process finds, or it may write into the contents of another database. docs/decisions/0032-file-and-log.md

/** The files of an open database. */
export interface OpenFiles {
  readonly paths: readonly [file: string, log: string, index: string];
  readonly ids: readonly FileIdentity[];
  readonly descriptors: readonly [file: number, log: number, index: number];
}

/** Keeps the files of a database open for a store. To close them while it has connections would end SQLite's locks. */
export class HeldFiles {
  readonly files: OpenFiles;
  readonly #guard: Database;

  constructor(path: string) {
    beginLog(path);
    this.#guard = openGuard(path);
    const paths = pathsOf(path);
    const [file, log, index] = paths;
    const open = (one: string) => openSync(one, 'r');
    const identify = (one: string) => {
      const { dev, ino } = statSync(one);
      return { dev, ino };
    };
    this.files = { paths, ids: paths.map(identify), descriptors: [open(file), open(log), open(index)] };
  }

  /** After all other connections of the store. Those of another store of this process need the locks. */
  close(isOpenElsewhere: boolean): void {
    this.#guard.close();
    if (!isOpenElsewhere) for (const descriptor of this.files.descriptors) closeSync(descriptor);
  }
}

/**
 * Checks that the paths of a database name its open files, and that these have its contents. Takes 15 microseconds.
 * @throws FilesGone, FilesOverwritten
 */
export function requireFiles(files: OpenFiles): void {
  const [path, log, index] = files.paths;
  const isGone = (at: 0 | 1 | 2, status = statusOf(files.paths[at])) => !isSame(status, files.ids[at]);
  const gone = isGone(0) ? path : isGone(2) ? index : undefined;
  if (gone !== undefined) throw new FilesGone(gone, gone !== path);
  // No process can leave this mode while another one has the file open.
  if (readStart(files.descriptors[0], start) < headerBytes || !isInLogMode(start)) throw new FilesOverwritten(path);
  let before: Buffer | undefined;
  for (;;) {
    readStart(files.descriptors[2], indexStart);
    const status = statusOf(log);
    if (isGone(1, status)) throw new FilesGone(log, true);
    const expected = parseLogIndex(indexStart);
    // Somebody is writing the index, or has begun the log anew.
    if (expected === undefined || expected.frames === 0) return;
    const size = headerBytes + expected.frames * (frameHeaderBytes + expected.pageBytes);
    readStart(files.descriptors[1], start);
    if (saltsOf(start).equals(expected.salts) && (status?.size ?? 0) >= size) return;
    // Another process may begin the log anew, or empty it: it changes the index first.
    if (before?.equals(indexStart) === true) throw new FilesOverwritten(log);
    before = Buffer.from(indexStart);
  }
}

const start = Buffer.alloc(headerBytes);
const indexStart = Buffer.alloc(indexBytes);

/** Leaves zeros where there is nothing. */
function readStart(descriptor: number, bytes: Buffer): number {
  const length = readSync(descriptor, bytes, 0, bytes.length, 0);
  if (length < bytes.length) bytes.fill(0, length);
  return length;
}

/** Moves away what has the name of the log: the next start would apply it. */
export function removeForeignLog({ paths: [, log], ids }: OpenFiles): void {
  if (existsSync(log) && !isSame(statusOf(log), ids[1])) renameSync(log, `${log}.foreign`);
}

interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

const missingIsUndefined = { throwIfNoEntry: false } as const;
const statusOf = (path: string) => statSync(path, missingIsUndefined);
const isSame = (one: FileIdentity | undefined, other: FileIdentity | undefined) =>
  one !== undefined && one.ino === other?.ino && one.dev === other.dev;

/** What tells a file from any other on this machine, whatever its name; `undefined` where there is no file. */
export function fileId(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status && `${status.dev}:${status.ino}`;
}
