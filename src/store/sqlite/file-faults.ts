import { existsSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import { StorageError } from '../store.ts';
import { isOpenHere } from './database.ts';
import { isInUse } from './file-use.ts';
import { pathsOf } from './log-mode.ts';
import { readLog, readLogIndex, usesLog } from './write-ahead-log.ts';

// What SQLite would not report, or would report only after it has changed something. Other processes may use the database
// meanwhile: they write to its files, and the last one to close it removes the log and its index.
// docs/decisions/0032-file-and-log.md

/** Longer than another process takes to copy a log to the file. What it does may look like a fault meanwhile. */
const otherWritesMs = 50;
/** Processes that look for each other at the same time would all find somebody. */
const looks = 5;

/**
 * Checks that a database file and its write-ahead log are complete and belong together. The file may be missing or empty if
 * it is new. A file that this process has open was checked before: closing the files that are read here would end its locks.
 * @throws StorageError
 */
export function requireCompleteFiles(path: string): void {
  const fault = isOpenHere(path) ? undefined : findFault(path);
  if (fault === undefined) return;
  for (let look = 0; look < looks; look++) {
    Bun.sleepSync(otherWritesMs * (1 + Math.random()));
    if (findFault(path)?.at !== fault.at) return;
  }
  const { file, what, goOn } = fault;
  throw new StorageError(
    `${file} ${what}: if the service runs, stop it with SIGTERM, and remove none of its files; its log says whether it still ` +
      'has all writes. Otherwise put back the files as they were, or move them away and restore a backup with "petstore restore"' +
      `${goOn === undefined ? '' : `. To go on without the writes in question, ${goOn}`}`,
  );
}

interface Fault {
  readonly file: string;
  readonly what: string;
  /** Where it was found: another place if it was only a write of another process. */
  readonly at: string;
  /** What to do to go on without the writes that are missing. */
  readonly goOn?: string;
}

function findFault(path: string): Fault | undefined {
  const [, log, index] = pathsOf(path);
  const fault = findFaultOfLog(path, log, index);
  if (fault !== undefined) return fault;
  const missing = [log, index].find((file) => !existsSync(file));
  if (missing === undefined || !usesLog(path) || !isInUse(path)) return undefined;
  return { file: missing, what: 'was removed while another process has the database open', at: missing };
}

function findFaultOfLog(path: string, logPath: string, indexPath: string): Fault | undefined {
  const index = readLogIndex(indexPath);
  const isInMode = usesLog(path);
  // Whoever opens a closed file writes to the index. A power cut may leave an old one.
  const isIndexCurrent = isInMode && index !== undefined && index.frames > 0 && isOfThisBoot(indexPath);
  const isFile = existsSync(path);
  if (sizeOf(path) === 0 && (sizeOf(logPath) > 0 || (isFile && existsSync(indexPath)))) {
    // SQLite would delete the log.
    const writes = sizeOf(logPath) > 0 ? `there are writes in ${logPath}` : `was in use: it has ${indexPath}`;
    return {
      file: `the database file ${path}`,
      what: `${isFile ? 'is empty' : 'does not exist'}, but ${writes}`,
      at: path,
    };
  }
  const fault = { file: `the write-ahead log ${logPath}`, at: `${index?.salts.toString('hex')}` };
  if (sizeOf(logPath) === 0) {
    // A process that empties or removes the log changes the index first.
    if (!isIndexCurrent || index.frames <= index.copied) return undefined;
    return { ...fault, what: 'is missing, and with it the newest writes', goOn: `remove ${indexPath}` };
  }
  const isClosed = !isInMode && !existsSync(`${path}-journal`);
  // Read after the index and the file, it has all that they rely on.
  const log = readLog(logPath);
  if (log === undefined) return undefined;
  const { salts, frames } = log;
  const ofLog = { ...fault, at: salts.toString('hex'), goOn: `move ${logPath} and ${indexPath} away` };
  if (frames === undefined) return { ...ofLog, what: 'is damaged: its header is unreadable' };
  const isOfIndex = index?.salts.equals(salts) === true;
  if ((isClosed && frames > 0) || (isIndexCurrent && !isOfIndex)) {
    return { ...ofLog, what: `belongs to another file, or another state of it, than ${path}` };
  }
  if (!isOfIndex || index.frames <= frames) return undefined;
  const goOn = frames >= index.copiedAtMost ? `remove ${indexPath}` : ofLog.goOn;
  return { ...ofLog, what: 'was cut off or is damaged: it lacks the newest writes', goOn };
}

/** On a clock that was set meanwhile, an index can count as older than it is: then less is noticed. */
function isOfThisBoot(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - uptime() * 1_000;
}

/** 0 where there is no file, also where a part of the path is one. */
function sizeOf(path: string): number {
  const status = existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  return status?.isFile() === true ? status.size : 0;
}
