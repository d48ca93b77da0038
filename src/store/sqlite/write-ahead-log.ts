import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCodeOf } from '../../lib/errors.ts';

// The formats of the write-ahead log and of its index: https://www.sqlite.org/fileformat2.html#the_write_ahead_log,
// https://www.sqlite.org/walformat.html. SQLite itself ignores a log from its first damaged frame on, without an error,
// because a power cut damages the end of a log in the same way.

export const headerBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says whether checksums are in big-endian order. */
const magic = 0x377f0682;

type Checksum = readonly [number, number];

/** They differ each time that the log begins anew. */
export const saltsOf = (header: Buffer) => header.subarray(16, 24);

/**
 * The salts of a log, and its frames up to the last commit before the first one that is not intact; no number of frames if its
 * header is unreadable. Returns `undefined` if there is no log, or if another process has begun it anew while it was read.
 */
export function readLog(path: string) {
  return withFile(path, (file) => {
    const header = readStart(file, headerBytes);
    if (header.length < headerBytes) return undefined;
    const frames = countFrames(file, header);
    return readStart(file, headerBytes).equals(header) ? { salts: saltsOf(header), frames } : undefined;
  });
}

function countFrames(file: number, header: Buffer): number | undefined {
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  let checksum = addChecksum(header, 0, 24, [0, 0], isBigEndian);
  if ((header.readUInt32BE(0) & ~1) >>> 0 !== magic || !isAt(header, 24, checksum)) return undefined;
  const frame = Buffer.alloc(frameHeaderBytes + header.readUInt32BE(8));
  let committed = 0;
  for (let seen = 0; ; seen++) {
    const length = readSync(file, frame, 0, frame.length, headerBytes + seen * frame.length);
    // The frames of an earlier log follow those of this one.
    if (length < frame.length || !frame.subarray(8, 16).equals(saltsOf(header))) return committed;
    // A frame's checksum continues that of the frame before. It leaves out the salts and the checksum itself.
    const ofHeader = addChecksum(frame, 0, 8, checksum, isBigEndian);
    checksum = addChecksum(frame, frameHeaderBytes, frame.length, ofHeader, isBigEndian);
    if (!isAt(frame, 16, checksum)) return committed;
    if (frame.readUInt32BE(4) !== 0) committed = seen + 1;
  }
}

function addChecksum(bytes: Buffer, from: number, to: number, before: Checksum, isBigEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [first, second] = before;
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, !isBigEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, !isBigEndian) + first) >>> 0;
  }
  return [first, second];
}

const isAt = (bytes: Buffer, offset: number, [first, second]: Checksum) =>
  bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;

/**
 * What the index of a log, the `-shm`, says about the log. Nobody flushes it: after a power cut it can be an old one. Each frame
 * that it counts was flushed before.
 */
export interface LogIndex {
  /** The salts of the log: other ones if the index is of another log. */
  readonly salts: Buffer;
  /** The frames that are committed. */
  readonly frames: number;
  /** How far they reach in the log. */
  readonly bytes: number;
  /** Those of them that are in the database file. */
  readonly copied: number;
  /** Those that may be. */
  readonly copiedAtMost: number;
}

const indexBytes = 136;
/** The index begins with two copies of its header. */
const indexHeaderBytes = 48;
/** The index is in the byte order of the machine. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Returns `undefined` if there is no index, or none that is in use, and while somebody writes to it. */
export function readLogIndex(file: string | number): LogIndex | undefined {
  if (typeof file === 'string') return withFile(file, readLogIndex);
  const index = readStart(file, indexBytes);
  if (index.length < indexBytes || index[12] !== 1) return undefined;
  const copy = index.subarray(indexHeaderBytes, 2 * indexHeaderBytes);
  if (!index.subarray(0, indexHeaderBytes).equals(copy)) return undefined;
  const view = new DataView(index.buffer, index.byteOffset, index.length);
  const field = (offset: number) => view.getUint32(offset, isLittleEndian);
  // 65,536 does not fit, and is 1.
  const pageBytes = view.getUint16(14, isLittleEndian);
  return {
    salts: index.subarray(32, 40),
    frames: field(16),
    bytes: headerBytes + field(16) * (frameHeaderBytes + (pageBytes === 1 ? 2 ** 16 : pageBytes)),
    copied: field(96),
    copiedAtMost: field(128),
  };
}

/** The journal mode is in the header of a database file: 2 for a write-ahead log. */
export function usesLog(file: string | number): boolean {
  if (typeof file === 'string') return withFile(file, usesLog) ?? false;
  return readStart(file, headerBytes)[18] === 2;
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

/** Fewer bytes where the file ends. */
export function readStart(file: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const read = readSync(file, bytes, 0, length, 0);
  return read === length ? bytes : bytes.subarray(0, read);
}
