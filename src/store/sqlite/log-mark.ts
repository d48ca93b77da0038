import { constants, Database } from 'bun:sqlite';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Param, type Statement, statement } from '../statement.ts';
import { logMarkSetting } from '../tables.ts';
import { findForeignTriggers, findObjects, type SchemaObject } from './schema-faults.ts';

// The mark proves that a database file and its write-ahead log belong together. It is a row of the settings with a random id
// and the id before it, written by the first transaction of each log. So the file alone has an id that is in its log: the
// one from before the log, or, once that page was copied to the file, one of the log itself. docs/decisions/0032-file-and-log.md

const save = statement<never>(
  `INSERT INTO settings (name, value) VALUES ('${logMarkSetting}', $1 || ' after none')
   ON CONFLICT (name) DO UPDATE SET value = $1 || ' after ' || substr(value, 1, instr(value, ' ') - 1)`,
);
const logState = statement<readonly [isBusy: bigint, frames: bigint, copied: bigint]>('PRAGMA wal_checkpoint(NOOP)');

/** What a file without a mark has instead of an id. */
const none = 'none';
const id = '[\\w-]+/[0-9a-f]{16}';
/** A row without a row id: the size of the row, its header of four bytes, the name and the value. */
const markPattern = new RegExp(`^[^]{5,6}${logMarkSetting}(${id}) after (${id}|${none})`);
const maxMarkBytes = 192;

interface Queries {
  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Row[];
}

/** Marks the log in the open transaction. One mark too many does no harm. */
export function markLog(connection: Queries): void {
  connection.query(save, [`${bootId ?? 'unknown'}/${randomBytes(8).toString('hex')}`]);
}

/** Tells a connection whether the next transaction begins a log, and so has to mark it. Takes a microsecond. */
export class LogWatch {
  readonly #canTell: boolean;
  #frames = 0n;

  constructor(sqliteVersion: string) {
    // Before, `NOOP` is not known, and taken for a checkpoint.
    this.#canTell = Bun.semver.satisfies(sqliteVersion, '>=3.51.0');
  }

  /** To be asked right before the transaction begins, because SQLite decides then. */
  needsMark(connection: Queries): boolean {
    if (!this.#canTell) return true;
    const [[, frames, copied] = [0n, 0n, 0n]] = connection.query(logState, []);
    // Another program may have begun the log without a mark.
    const needsMark = frames === copied || frames < this.#frames;
    this.#frames = frames;
    return needsMark;
  }
}

/** The ids of the marks in a page of the log. Its unused space can have rows that were changed or moved since. */
export function* findMarks(page: Buffer): Generator<string> {
  const cellOffsets = { [leafPage]: 8, [interiorPage]: 12 }[page[0] ?? 0];
  if (cellOffsets === undefined || !page.includes(logMarkSetting)) return;
  for (let cell = 0; cell < page.readUInt16BE(3); cell++) {
    const at = page.readUInt16BE(cellOffsets + 2 * cell) + (page[0] === interiorPage ? 4 : 0);
    const [, id, previous] = markPattern.exec(page.toString('latin1', at, at + maxMarkBytes)) ?? [];
    if (id !== undefined && previous !== undefined) yield* [id, previous];
  }
}

/** The types of pages of a table without row ids. */
const interiorPage = 2;
const leafPage = 10;

/**
 * The id in a database file without its log. `undefined` if it cannot be read: in a file of which a power cut has left a
 * part of a checkpoint, pages do not fit together until the log is applied.
 */
export function readMark(path: string): string | undefined {
  return readAlone(path, (db) => {
    const settings = db.query(`${findObjects.text} WHERE name = 'settings' COLLATE NOCASE`).values();
    // A view would run what somebody else has written.
    if (findForeignTriggers(settings as unknown as SchemaObject[], []).length > 0) return undefined;
    const [row] = db.query(`SELECT value FROM settings WHERE name = '${logMarkSetting}'`).values();
    return String(row?.[0] ?? none).split(' ')[0];
  });
}

/**
 * Whether a file may hold an unknown id, or none, because a power cut has left a part of a checkpoint: the write of its page was torn
 * within the id, or the file is not intact without the log.
 * @param marks the ids in the log
 */
export function mayBeTorn(path: string, own: string, marks: ReadonlySet<string>): boolean {
  const isMix = [...marks].some((begin) => [...marks].some((end) => isMixOf(own, begin, end)));
  return isMix || readAlone(path, (db) => db.query('PRAGMA integrity_check(1)').values().join()) !== 'ok';
}

/** Whether a text begins as one and goes on as another one of its length. */
function isMixOf(text: string, begin: string, end: string): boolean {
  if (begin.length !== text.length || end.length !== text.length) return false;
  let at = 0;
  while (at < text.length && text[at] === begin[at]) at++;
  return text.endsWith(end.slice(at));
}

/** Reads a file without its log; `undefined` where that fails. */
function readAlone<Result>(path: string, read: (db: Database) => Result): Result | undefined {
  try {
    using db = new Database(
      `${pathToFileURL(resolve(path))}?immutable=1`,
      constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
    );
    db.run('PRAGMA trusted_schema = OFF');
    return read(db);
  } catch {
    return undefined;
  }
}

/** Whether a mark was made since this machine was started, so that nothing that was written after it is lost. */
export function isOfThisBoot(id: string): boolean {
  return bootId !== undefined && id.startsWith(`${bootId}/`);
}

/** Differs after each start of the machine; `undefined` where the system has none. */
const bootId = readBootId();

function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return undefined;
  }
}
