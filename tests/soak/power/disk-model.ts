import type { Random } from '../../../cli/demo/seeded-random.ts';
import type { TraceRecord } from './trace.ts';

/** Which of the unflushed changes are on the disk after the power cut. */
export interface Remains {
  /** The probability of each sector of a write. */
  readonly keep: number;
  /** Whether writes are torn into sectors, or kept and lost as a whole. */
  readonly isTorn: boolean;
  readonly sectorBytes: 512 | 4096;
}

type Change = { readonly at: number } & (
  | { readonly kind: 'write'; readonly offset: number; readonly data: Uint8Array }
  | { readonly kind: 'truncate'; readonly length: number }
);

/** A file and the changes that a power cut may undo. */
class TracedFile {
  /** Whether the directory is certain to have it. */
  isLinked = false;
  #flushed = new Uint8Array(0);
  #changes: Change[] = [];

  change(change: Change): void {
    this.#changes.push(change);
  }

  /** All changes that were made before `at` are on the disk. */
  flush(at: number): void {
    const [before, after] = partition(this.#changes, (change) => change.at < at);
    for (const change of before) this.#flushed = apply(this.#flushed, change);
    this.#changes = after;
  }

  /** The contents after a power cut. */
  cut(random: Random, { keep, isTorn, sectorBytes }: Remains): Uint8Array {
    let contents = this.#flushed.slice();
    for (const change of this.#changes) {
      const pieces = change.kind === 'write' && isTorn ? [...sectorsOf(change, sectorBytes)] : [change];
      for (const piece of pieces) if (random.chance(keep)) contents = apply(contents, piece);
    }
    return contents;
  }
}

/**
 * The files of a folder on a disk that keeps what was flushed. Later writes to the same place may be kept without earlier
 * ones, so unflushed writes are also reordered.
 */
export class DiskModel {
  readonly #files = new Map<string, TracedFile>();
  /** Removed files that a power cut can bring back, until the directory is flushed. */
  readonly #removed = new Map<string, TracedFile>();
  /** The flushes in progress, by thread. */
  readonly #flushes = new Map<number, number>();
  readonly #folder: string;
  readonly #ignoresFlushes: boolean;

  /** @param ignoresFlushes whether the disk loses what it has flushed, to prove that the loss is detected */
  constructor(folder: string, ignoresFlushes = false) {
    this.#folder = folder;
    this.#ignoresFlushes = ignoresFlushes;
  }

  apply({ kind, thread, path, offset, data, end }: TraceRecord): void {
    if (kind === 'write') this.#file(path).change({ kind, at: end, offset, data });
    else if (kind === 'truncate') this.#file(path).change({ kind, at: end, length: offset });
    else if (kind === 'remove') this.#remove(path);
    else if (kind === 'flush begin') this.#flushes.set(thread, end);
    else this.#flush(path, this.#flushes.get(thread) ?? 0);
  }

  /** The files that exist after a power cut. */
  cut(random: Random, remains: Remains): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const [path, file] of this.#removed) if (random.chance(0.5)) found.set(path, file.cut(random, remains));
    for (const [path, file] of this.#files) {
      if (file.isLinked || random.chance(remains.keep)) found.set(path, file.cut(random, remains));
    }
    return found;
  }

  #file(path: string): TracedFile {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = new TracedFile();
    this.#files.set(path, file);
    return file;
  }

  #remove(path: string): void {
    const file = this.#files.get(path);
    this.#files.delete(path);
    if (file?.isLinked) this.#removed.set(path, file);
  }

  #flush(path: string, at: number): void {
    if (this.#ignoresFlushes && path.endsWith('-wal')) return;
    this.#files.get(path)?.flush(at);
    if (path !== this.#folder) return;
    this.#removed.clear();
    for (const file of this.#files.values()) file.isLinked = true;
  }
}

function apply(contents: Uint8Array, change: Change): Uint8Array<ArrayBuffer> {
  const length =
    change.kind === 'truncate' ? change.length : Math.max(contents.length, change.offset + change.data.length);
  // Twice the size, so that a file that grows write by write is not copied each time.
  const isRoomy = contents.buffer.byteLength - contents.byteOffset >= length;
  const buffer = isRoomy && contents.buffer instanceof ArrayBuffer ? contents.buffer : new ArrayBuffer(2 * length);
  const changed = new Uint8Array(buffer, isRoomy ? contents.byteOffset : 0, length);
  if (!isRoomy) changed.set(contents.subarray(0, length));
  if (length > contents.length) changed.fill(0, contents.length);
  if (change.kind === 'write') changed.set(change.data, change.offset);
  return changed;
}

function* sectorsOf(change: Change & { kind: 'write' }, sectorBytes: number): Generator<Change> {
  const { at, offset, data } = change;
  for (let from = 0; from < data.length; ) {
    const to = Math.min(data.length, from + sectorBytes - ((offset + from) % sectorBytes));
    yield { kind: 'write', at, offset: offset + from, data: data.subarray(from, to) };
    from = to;
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
