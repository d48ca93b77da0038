import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

// The format is that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log. SQLite itself ignores a log from its
// first damaged frame on, without an error, because a power cut damages the end of a log in the same way.

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The last bit says whether checksums are in big-endian order. */
const magic = 0x377f0682;
const readAtOnceBytes = 2 ** 20;

type Checksum = readonly [number, number];

/**
 * Finds damage that a power cut cannot explain: an unreadable header before frames, or at least two intact commits in a
 * row behind a damaged frame. Each commit is flushed before the next one begins, so only the last one can be incomplete. A
 * commit whose flush failed leaves its frames, and the next one overwrites the first of them: the rest is one commit behind
 * a frame that does not fit. Returns what is wrong, `undefined` if nothing is.
 *
 * Other processes may write to the log, empty it, or remove it meanwhile. A frame that looks damaged because it was read
 * before it was written is intact when it is read again after the commits behind it. A log that begins anew, or is
 * emptied, has another header.
 *
 * @param read for tests, which write between two reads
 */
export function findLogDamage(path: string, read: Read = readFrom): string | undefined {
  const file = openExisting(path);
  if (file === undefined) return undefined;
  try {
    const found = findDamage(file, read);
    if (found === undefined) return undefined;
    const again = findDamage(file, read);
    const isSame = again?.at === found.at && again.header.equals(found.header);
    return isSame ? again.message : undefined;
  } finally {
    closeSync(file);
  }
}

/** Reads so many bytes, fewer at the end of the file. */
type Read = (file: number, offset: number, length: number) => Buffer;

interface Damage {
  readonly header: Buffer;
  /** Of the first damaged byte. */
  readonly at: number;
  readonly message: string;
}

/** Reads the whole log once. What it finds may also be a write of another process. */
function findDamage(file: number, read: Read): Damage | undefined {
  const size = fstatSync(file).size;
  const header = read(file, 0, headerBytes);
  if (size <= headerBytes || header.length < headerBytes) return undefined;
  const log = readHeader(header);
  if (log === undefined) return { header, at: 0, message: 'its header is unreadable' };
  let checksum: Checksum = log.checksum;
  let damagedAt = 0;
  let commitsBehind = 0;
  for (const { frame, offset } of frames(file, size, log.pageBytes, read)) {
    const isOurs = frame.getUint32(8) === log.salts[0] && frame.getUint32(12) === log.salts[1];
    const stored: Checksum = [frame.getUint32(16), frame.getUint32(20)];
    const isIntact = isOurs && areEqual(checksumOfFrame(frame, checksum, log.isBigEndian), stored);
    // The frames of an earlier generation follow those of this one.
    if (!isIntact && commitsBehind < 2) [damagedAt, commitsBehind] = [offset, 0];
    else if (isIntact && damagedAt > 0 && frame.getUint32(4) !== 0) commitsBehind++;
    checksum = stored;
  }
  if (commitsBehind < 2 || !read(file, 0, headerBytes).equals(header)) return undefined;
  return { header, at: damagedAt, message: `${commitsBehind} commits follow a damaged frame at byte ${damagedAt}` };
}

/** Opens a file for reading; `undefined` if it does not exist. */
export function openExisting(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

interface Log {
  readonly pageBytes: number;
  readonly isBigEndian: boolean;
  readonly salts: readonly [number, number];
  readonly checksum: Checksum;
}

function readHeader(header: Buffer): Log | undefined {
  const view = new DataView(header.buffer, header.byteOffset, headerBytes);
  const isBigEndian = (view.getUint32(0) & 1) === 1;
  const checksum: Checksum = [view.getUint32(24), view.getUint32(28)];
  const isValid = (view.getUint32(0) & ~1) >>> 0 === magic;
  if (!isValid || !areEqual(addChecksum(view, 0, 24, [0, 0], isBigEndian), checksum)) return undefined;
  return { pageBytes: view.getUint32(8), isBigEndian, salts: [view.getUint32(16), view.getUint32(20)], checksum };
}

/** Whole frames, in their order. */
function* frames(
  file: number,
  size: number,
  pageBytes: number,
  read: Read,
): Generator<{ frame: DataView; offset: number }> {
  const frameBytes = frameHeaderBytes + pageBytes;
  const perRead = Math.max(1, Math.floor(readAtOnceBytes / frameBytes));
  const count = Math.floor((size - headerBytes) / frameBytes);
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
