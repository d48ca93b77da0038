import { describe, expect, test } from 'bun:test';
import { Random } from '../../../cli/demo/seeded-random.ts';
import { DiskModel, type Remains } from './disk-model.ts';
import type { TraceRecord } from './trace.ts';

const folder = '/data';
const path = '/data/file';
const nothing: Remains = { keep: 0, isTorn: false, sectorBytes: 512 };
const everything: Remains = { keep: 1, isTorn: false, sectorBytes: 512 };

/** A disk after these records, of which each ends one later than the one before. */
function diskAfter(...records: Partial<TraceRecord>[]): DiskModel {
  const disk = new DiskModel(folder);
  for (const [index, record] of records.entries()) {
    disk.apply({ kind: 'write', thread: 1, path, offset: 0, data: new Uint8Array(), end: index + 1, ...record });
  }
  return disk;
}

const write = (text: string, offset = 0): Partial<TraceRecord> => ({ data: Buffer.from(text), offset });
const flush = (flushed = path): Partial<TraceRecord>[] => [
  { kind: 'flush begin', path: flushed },
  { kind: 'flush end', path: flushed },
];
const linked = flush(folder);

function contentsOf(disk: DiskModel, remains: Remains, seed = '1'): string | undefined {
  const contents = disk.cut(new Random(seed), remains).get(path);
  return contents && Buffer.from(contents).toString();
}

describe('after a power cut', () => {
  test('flushed writes are kept, and unflushed ones as far as the disk kept them', () => {
    const disk = diskAfter(write('old'), ...linked, ...flush(), write('new and longer'));
    expect([contentsOf(disk, nothing), contentsOf(disk, everything)]).toEqual(['old', 'new and longer']);
  });

  test('a file whose directory was not flushed may be missing', () => {
    const disk = diskAfter(write('text'), ...flush());
    expect([contentsOf(disk, nothing), contentsOf(disk, everything)]).toEqual([undefined, 'text']);
  });

  test('a write that was made during a flush may be missing', () => {
    const [begin = {}, end = {}] = flush();
    expect(contentsOf(diskAfter(write('one'), ...linked, begin, write('two'), end), nothing)).toBe('one');
  });

  test('an unfinished flush keeps nothing', () => {
    const [begin = {}] = flush();
    expect(contentsOf(diskAfter(write('one'), ...linked, begin), nothing)).toBe('');
  });

  test('a write may be torn at sector boundaries, and a later write may survive without an earlier one', () => {
    const disk = diskAfter(
      write('-'.repeat(2_048)),
      ...linked,
      ...flush(),
      write('a'.repeat(1_024)),
      write('b', 1_500),
    );
    const torn: Remains = { keep: 0.5, isTorn: true, sectorBytes: 512 };
    const seen = new Set(Array.from({ length: 64 }, (_, seed) => contentsOf(disk, torn, `${seed}`)));
    const [first, second] = ['a'.repeat(512), '-'.repeat(512)];
    const rest = (letter: string) => `${'-'.repeat(476)}${letter}${'-'.repeat(547)}`;
    expect(seen.size).toBe(8);
    expect(seen).toContain(`${first}${second}${rest('b')}`);
    expect(seen).toContain(`${second}${second}${rest('b')}`);
    expect(seen).toContain(`${second}${first}${rest('-')}`);
  });

  test('a truncated file that grows again has zeros where nothing was written', () => {
    const disk = diskAfter(write('text'), ...linked, { kind: 'truncate', offset: 1 }, write('!', 3), ...flush());
    expect(contentsOf(disk, nothing)).toBe('t\0\0!');
  });

  test('a removed file may reappear until its directory is flushed', () => {
    const removed = [write('text'), ...linked, ...flush(), { kind: 'remove' } as const];
    const seen = (disk: DiskModel) =>
      new Set(Array.from({ length: 16 }, (_, seed) => contentsOf(disk, nothing, `${seed}`)));
    expect(seen(diskAfter(...removed))).toEqual(new Set(['text', undefined]));
    expect(seen(diskAfter(...removed, ...linked))).toEqual(new Set([undefined]));
  });
});
