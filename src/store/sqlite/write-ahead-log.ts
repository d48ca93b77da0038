import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCodeOf } from '../../lib/errors.ts';

// The formats of the write-ahead log and of its index: https://www.sqlite.org/fileformat2.html#the_write_ahead_log,
// https://www.sqlite.org/walformat.html. SQLite itself ignores a log from its first damaged frame on, without an error,
// because a power cut damages the end of a log in the same way.

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says whether checksums are in big-endian order. */
const magic = 0x377f0682;
const readAtOnceBytes = 2 ** 20;

type Checksum = readonly [number, number];

/** Reads so many bytes, fewer at the end of the file. */
export type Read = (file: number, offset: number, length: number) => Buffer;

export interface LogContents {
  /** Changes when the log begins anew. */
  readonly header: Buffer;
  /** Up to the last commit before the first frame that is not intact. */
  readonly frames: number;
  /**
   * Damage that a power cut cannot explain: an unreadable header, or at least two intact commits in a row behind a damaged
   * frame. Each commit is flushed before the next one begins, so only the last one can be incomplete. A commit whose flush
   * failed leaves its frames, and the next one overwrites the first of them: the rest is one commit behind a frame that
   * does not fit.
   */
  readonly damage: Damage | undefined;
}

export interface Damage {
  /** Of the first damaged byte. */
  readonly at: number;
  readonly message: string;
}

/**
 * Reads a log, and passes the page of each intact frame to `visit`. Other processes may write to it, empty it, or remove it
 * meanwhile: a frame that looks damaged because it was read before it was written is intact when it is read again.
 * Returns `undefined` if there is no log, or if it began anew while it was read.
 */
export function readLog(path: string, visit: (page: Buffer) => void, read: Read = readFrom): LogContents | undefined {
  return withFile(path, (file) => {
    const header = read(file, 0, headerBytes);
    if (header.length < headerBytes) return undefined;
    const log = parseHeader(header);
    if (log === undefined) return { header, frames: 0, damage: { at: 0, message: 'its header is unreadable' } };
    const found = readFrames(file, log, visit, read);
    return read(file, 0, headerBytes).equals(header) ? { header, ...found } : undefined;
  });
}

function readFrames(
  file: number,
  log: Log,
  visit: (page: Buffer) => void,
  read: Read,
): Pick<LogContents, 'frames' | 'damage'> {
  let { checksum } = log;
  let [seen, committed, damagedAt, commitsBehind] = [0, 0, 0, 0];
  for (const { frame, offset } of frames(file, log.pageBytes, read)) {
    const isOurs = frame.getUint32(8) === log.salts[0] && frame.getUint32(12) === log.salts[1];
    const stored: Checksum = [frame.getUint32(16), frame.getUint32(20)];
    const isIntact = isOurs && areEqual(checksumOfFrame(frame, checksum, log.isBigEndian), stored);
    const isCommit = frame.getUint32(4) !== 0;
    seen++;
    // The frames of an earlier generation follow those of this one.
    if (!isIntact && commitsBehind < 2) [damagedAt, commitsBehind] = [offset, 0];
    else if (isIntact && damagedAt > 0 && isCommit) commitsBehind++;
    if (damagedAt === 0) {
      visit(Buffer.from(frame.buffer, frame.byteOffset + frameHeaderBytes, log.pageBytes));
      if (isCommit) committed = seen;
    }
    checksum = stored;
  }
  const message = `${commitsBehind} commits follow a damaged frame at byte ${damagedAt}`;
  return { frames: committed, damage: commitsBehind < 2 ? undefined : { at: damagedAt, message } };
}

/** What the index of a log, the `-shm`, says about the log. It is up to date unless the machine itself has stopped since. */
export interface LogIndex {
  /** The salts of the log: other ones if the index is of another log. */
  readonly salts: Buffer;
  /** Those that are committed. */
  readonly frames: number;
  /** Those of them that are in the database file. */
  readonly copied: number;
  /** Those that may be. */
  readonly copiedAtMost: number;
}

const indexBytes = 136;
/** The index begins with two copies of its header. */
const indexHeaderBytes = 48;

/** Returns `undefined` if there is no index, or none that is in use. */
export function readLogIndex(path: string): LogIndex | undefined {
  const index = withFile(path, (file) => readFrom(file, 0, indexBytes));
  if (index === undefined || index.length < indexBytes || index[12] !== 1) return undefined;
  const copy = index.subarray(indexHeaderBytes, 2 * indexHeaderBytes);
  if (!index.subarray(0, indexHeaderBytes).equals(copy)) return undefined;
  const view = new DataView(index.buffer, index.byteOffset, index.length);
  const field = (offset: number) => view.getUint32(offset, isLittleEndian);
  return { salts: index.subarray(32, 40), frames: field(16), copied: field(96), copiedAtMost: field(128) };
}

/** Whether an index describes the log with this header. */
export function isIndexOf({ salts }: LogIndex, header: Buffer): boolean {
  return salts.equals(header.subarray(16, 24));
}

/** The index is in the byte order of the machine. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The journal mode is in the header of a database file: 2 for a write-ahead log. */
export function usesLog(path: string): boolean {
  return withFile(path, (file) => readFrom(file, 0, 20)[18] === 2) ?? false;
}

function withFile<Result>(path: string, work: (file: number) => Result): Result | undefined {
  if (!existsSync(path)) return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return fstatSync(file).isFile() ? work(file) : undefined;
  } catch (error) {
    // Another process may remove the log and its index.
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

interface Log {
  readonly pageBytes: number;
  readonly isBigEndian: boolean;
  readonly salts: readonly [number, number];
  readonly checksum: Checksum;
}

function parseHeader(header: Buffer): Log | undefined {
  const view = new DataView(header.buffer, header.byteOffset, headerBytes);
  const isBigEndian = (view.getUint32(0) & 1) === 1;
  const checksum: Checksum = [view.getUint32(24), view.getUint32(28)];
  const isValid = (view.getUint32(0) & ~1) >>> 0 === magic;
  if (!isValid || !areEqual(addChecksum(view, 0, 24, [0, 0], isBigEndian), checksum)) return undefined;
  return { pageBytes: view.getUint32(8), isBigEndian, salts: [view.getUint32(16), view.getUint32(20)], checksum };
}

/** Whole frames, in their order. */
function* frames(file: number, pageBytes: number, read: Read): Generator<{ frame: DataView; offset: number }> {
  const frameBytes = frameHeaderBytes + pageBytes;
  const perRead = Math.max(1, Math.floor(readAtOnceBytes / frameBytes));
  const count = Math.floor((fstatSync(file).size - headerBytes) / frameBytes);
  for (let first = 0; first < count; first += perRead) {
    const offset = headerBytes + first * frameBytes;
    const bytes = read(file, offset, Math.min(perRead, count - first) * frameBytes);
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
      yield { frame: new DataView(bytes.buffer, bytes.byteOffset + at, frameBytes), offset: offset + at };
    }
  }
}

/** A frame's checksum continues that of the frame before. It leaves out the salts and the checksum itself. */
function checksumOfFrame(frame: DataView, before: Checksum, isBigEndian: boolean): Checksum {
  const ofHeader = addChecksum(frame, 0, 8, before, isBigEndian);
  return addChecksum(frame, frameHeaderBytes, frame.byteLength, ofHeader, isBigEndian);
}

function addChecksum(view: DataView, from: number, to: number, before: Checksum, isBigEndian: boolean): Checksum {
  let [first, second] = before;
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
  }
  return [first, second];
}

function areEqual(one: Checksum, other: Checksum): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function readFrom(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}
