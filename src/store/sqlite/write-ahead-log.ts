import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCodeOf } from '../../lib/errors.ts';

// The formats of the write-ahead log and of its index: https://www.sqlite.org/fileformat2.html#the_write_ahead_log,
// https://www.sqlite.org/walformat.html. SQLite itself ignores a log from its first damaged frame on, without an error,
// because a power cut damages the end of a log in the same way.

export const headerBytes = 32;
export const frameHeaderBytes = 24;
/** The last bit says whether checksums are in big-endian order. */
const magic = 0x377f0682;
const readAtOnceBytes = 2 ** 20;

type Checksum = readonly [number, number];

/** They differ each time that the log begins anew. */
export const saltsOf = (header: Buffer) => header.subarray(16, 24);
const saltsOfFrame = (frameHeader: Buffer) => frameHeader.subarray(8, 16);

export interface LogContents {
  readonly salts: Buffer;
  /** Up to the last commit before the first frame that is not intact; `undefined` if its header is unreadable. */
  readonly frames: number | undefined;
}

/** Returns `undefined` if there is no log, or if another process has begun it anew while it was read. */
export function readLog(path: string): LogContents | undefined {
  return withFile(path, (file) => {
    const header = readFrom(file, 0, headerBytes);
    if (header.length < headerBytes) return undefined;
    const frames = countFrames(file, header);
    return readFrom(file, 0, headerBytes).equals(header) ? { salts: saltsOf(header), frames } : undefined;
  });
}

function countFrames(file: number, header: Buffer): number | undefined {
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  let checksum: Checksum = [header.readUInt32BE(24), header.readUInt32BE(28)];
  const isValid = (header.readUInt32BE(0) & ~1) >>> 0 === magic;
  if (!isValid || !areEqual(addChecksum(header, 0, 24, [0, 0], isBigEndian), checksum)) return undefined;
  let [seen, committed] = [0, 0];
  for (const frame of frames(file, frameHeaderBytes + header.readUInt32BE(8))) {
    // A frame's checksum continues that of the frame before. It leaves out the salts and the checksum itself.
    const ofHeader = addChecksum(frame, 0, 8, checksum, isBigEndian);
    checksum = addChecksum(frame, frameHeaderBytes, frame.length, ofHeader, isBigEndian);
    // The frames of an earlier log follow those of this one.
    if (!saltsOfFrame(frame).equals(saltsOf(header))) break;
    if (!areEqual(checksum, [frame.readUInt32BE(16), frame.readUInt32BE(20)])) break;
    seen++;
    if (frame.readUInt32BE(4) !== 0) committed = seen;
  }
  return committed;
}

/** Whole frames, in their order. */
function* frames(file: number, frameBytes: number): Generator<Buffer> {
  const readBytes = Math.max(1, Math.floor(readAtOnceBytes / frameBytes)) * frameBytes;
  for (let offset = headerBytes, { size } = fstatSync(file); offset < size; offset += readBytes) {
    const bytes = readFrom(file, offset, readBytes);
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) yield bytes.subarray(at, at + frameBytes);
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

const areEqual = (one: Checksum, other: Checksum) => one[0] === other[0] && one[1] === other[1];

/**
 * What the index of a log, the `-shm`, says about the log. Nobody flushes it: after a power cut it can be an old one. Each frame
 * that it counts was flushed before.
 */
export interface LogIndex {
  /** The salts of the log: other ones if the index is of another log. */
  readonly salts: Buffer;
  readonly pageBytes: number;
  /** Those that are committed. */
  readonly frames: number;
  /** Those of them that are in the database file. */
  readonly copied: number;
  /** Those that may be. */
  readonly copiedAtMost: number;
}

export const indexBytes = 136;
/** The index begins with two copies of its header. */
const indexHeaderBytes = 48;
/** The index is in the byte order of the machine. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Returns `undefined` if there is no index, or none that is in use. */
export function readLogIndex(path: string): LogIndex | undefined {
  return withFile(path, (file) => parseLogIndex(readFrom(file, 0, indexBytes)));
}

/** The first bytes of an index. Returns `undefined` also while somebody writes to it. */
export function parseLogIndex(index: Buffer): LogIndex | undefined {
  if (index.length < indexBytes || index[12] !== 1) return undefined;
  const copy = index.subarray(indexHeaderBytes, 2 * indexHeaderBytes);
  if (!index.subarray(0, indexHeaderBytes).equals(copy)) return undefined;
  const view = new DataView(index.buffer, index.byteOffset, index.length);
  const field = (offset: number) => view.getUint32(offset, isLittleEndian);
  // 65,536 does not fit, and is 1.
  const pageBytes = view.getUint16(14, isLittleEndian);
  return {
    salts: index.subarray(32, 40),
    pageBytes: pageBytes === 1 ? 2 ** 16 : pageBytes,
    frames: field(16),
    copied: field(96),
    copiedAtMost: field(128),
  };
}

/** The journal mode is in the header of a database file: 2 for a write-ahead log. */
export const isInLogMode = (header: Buffer) => header[18] === 2;

export function usesLog(path: string): boolean {
  return withFile(path, (file) => isInLogMode(readFrom(file, 0, headerBytes))) ?? false;
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

function readFrom(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}
