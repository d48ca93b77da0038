import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import { CommandError } from '../../exit.ts';
import { inspectSourceFile, readRows } from './source-file.ts';

const { path: folder, remove } = makeScratchFolder();
afterAll(remove);
const encoder = new TextEncoder();

function save(content: string | Uint8Array): string {
  const path = join(folder, 'source.csv');
  writeFileSync(path, content);
  return path;
}

async function rowsOf(content: string | Uint8Array, delimiter = ',') {
  return await Array.fromAsync(readRows(await inspectSourceFile(save(content), delimiter)));
}

async function faultOf(path: string): Promise<string> {
  const error = await inspectSourceFile(path, ',').catch((thrown: unknown) => thrown);
  if (error instanceof CommandError && error.exitCode === 2) return error.message;
  throw error;
}

describe('the line of a row', () => {
  for (const [name, end] of Object.entries({ LF: '\n', CRLF: '\r\n' })) {
    test(`is the one on which it begins, also after blank lines and line breaks within cells, with ${name}`, async () => {
      const lines = ['a,b', '1,2', '', '"x', 'y","z', '"', '3,4', '"5', '6",7', '8,9', ''];
      const rows = await rowsOf(lines.join(end));
      expect(rows.map(({ line }) => line)).toEqual([2, 4, 7, 8, 10]);
      expect(rows[1]?.cells).toEqual([`x${end}y`, `z${end}`]);
    });
  }
});

test('parses a byte order mark, quotes, delimiters and characters beyond ASCII as RFC 4180 specifies', async () => {
  const path = save('\ufeff"na;me";kind\n"Re;x ""the"" dog";Cariño\n');
  const source = await inspectSourceFile(path, ';');
  expect(source.columns).toEqual(['na;me', 'kind']);
  expect(source.rowCount).toBe(1);
  expect(await Array.fromAsync(readRows(source))).toEqual([{ line: 2, cells: ['Re;x "the" dog', 'Cariño'] }]);
});

test('rows may end in any kind of line break, also in a mix of them', async () => {
  const rows = await rowsOf('a,b\r\n1,"x"\n"2","y"\r3,\r\n\n"4",""');
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, '1', 'x'],
    [3, '2', 'y'],
    [4, '3', ''],
    [6, '4', ''],
  ]);
});

test('a row with more or fewer cells than the header is returned unchanged', async () => {
  expect((await rowsOf('a,b\n1\n1,2,3\n')).map(({ cells }) => cells.length)).toEqual([1, 3]);
});

test('the hash covers all bytes', async () => {
  const content = 'name\nFrank\n';
  const { contentHash } = await inspectSourceFile(save(content), ',');
  expect(contentHash).toBe(new Bun.CryptoHasher('sha256').update(content).digest('hex'));
});

test.each([
  ['that has no header', '', 'is empty'],
  [
    'that is not UTF-8 near its end',
    [...encoder.encode(`name\n${'Frank\n'.repeat(50_000)}`), 0xf1, 0x0a],
    'is not UTF-8',
  ],
  ['that ends within a character', [...encoder.encode('name\nFra'), 0xc3], 'is not UTF-8'],
  ['in UTF-16', [0xff, 0xfe, 0x61, 0x00], 'is not UTF-8'],
  ['in which a quote is never closed', 'name\nFrank\n"Rex\nLuke\n', /is not valid CSV.* line/],
  ['of which a row is larger than a megabyte', `name\n"${'x\n'.repeat(700_000)}"\n`, 'is not valid CSV'],
])('a file %s is rejected with the reason', async (_, content, reason) => {
  expect(await faultOf(save(typeof content === 'string' ? content : new Uint8Array(content)))).toMatch(reason);
});

test('a file that does not exist, or is a folder, is rejected with the reason', async () => {
  expect(await faultOf(join(folder, 'missing.csv'))).toContain('There is no file');
  expect(await faultOf(folder)).toContain('is a directory');
});

describe('the form of a file follows from its beginning', () => {
  test.each([
    ['name;kind\nRex, the dog;3\n', ';', [['Rex, the dog', '3']]],
    ['name\tkind\nRex;3,4\t3\n', '\t', [['Rex;3,4', '3']]],
    ['"na;me;;",kind\nRex,3\n', ',', [['Rex', '3']]],
    ['name\nRex\n', ',', [['Rex']]],
  ])('%j', async (content, delimiter, rows) => {
    const source = await inspectSourceFile(save(content));
    expect([source.format, source.delimiter]).toEqual(['csv', delimiter]);
    expect((await Array.fromAsync(readRows(source))).map(({ cells }) => [...cells])).toEqual(rows);
  });

  test('also one JSON object per line, whose columns are all members together', async () => {
    const source = await inspectSourceFile(save('\ufeff\n{"name":"a","sex":"male"}\n{"name":"b","categoryId":3}\n'));
    expect(source).toMatchObject({ format: 'ndjson', columns: ['name', 'sex', 'categoryId'], rowCount: 2 });
    expect(await Array.fromAsync(readRows(source))).toEqual([
      { line: 2, cells: ['a', 'male', ''] },
      { line: 3, cells: ['b', '', '3'] },
    ]);
  });

  test('a JSON array is none of them, and a broken line further down is found before anything is read', async () => {
    const faults = ['[\n {"name":"a"}]', `${'{"name":"a"}\n'.repeat(9)}{"name":`].map(async (content, index) => {
      const path = join(folder, `fault${index}`);
      writeFileSync(path, content);
      return await inspectSourceFile(path).catch(String);
    });
    expect(await Promise.all(faults)).toEqual([
      expect.stringContaining('is a JSON array. Write one object per line'),
      expect.stringContaining('Line 10 is not a JSON object'),
    ]);
  });
});
