import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse';
import { parse as parseInBrowser } from 'csv-parse/browser/esm';
import fc from 'fast-check';
import { Hash } from 'fast-sha256';
import { makeFault } from '../faults.ts';
import { type Inspection, type InspectOptions, inspect, rows } from './inspect.ts';
import type { Source, SourceRow } from './source.ts';

const headings = new Set(['name', 'kind', 'sex', 'born', 'note', 'chip']);
const isHeading = (text: string) => headings.has(text.trim().toLowerCase());

function sourceOf(content: string | Uint8Array, chunkBytes = 64 * 1024): Source {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name: 'animals.csv',
    sizeBytes: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
    parse,
    newHash: () => createHash('sha256'),
  };
}

function inBrowser(source: Source): Source {
  return { ...source, parse: parseInBrowser, newHash: () => new Hash() };
}

async function read(
  content: string | Uint8Array,
  options: Partial<InspectOptions> = {},
): Promise<Inspection & { all: SourceRow[] }> {
  const source = sourceOf(content);
  const inspection = await inspect(source, { isHeading, ...options });
  return { ...inspection, all: await Array.fromAsync(rows(source, inspection)) };
}

async function cellsOf(content: string | Uint8Array, options?: Partial<InspectOptions>) {
  return (await read(content, options)).all.map(({ cells }) => cells);
}

async function faultOf(content: string | Uint8Array, options?: Partial<InspectOptions>): Promise<string> {
  return await read(content, options).then(() => 'none', String);
}

/** Each character as one byte. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function utf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian);
  return new Uint8Array(view.buffer);
}

const umlauts = 'Name;Kind\r\nKäthe;Größe\r\nZoë;Hündin\r\n';
/** Its first letter has a zero as its lower byte. */
const macron = 'Name;Kind\nĀra;Vogel\n';

describe('the encoding of a file is', () => {
  test.each([
    ['utf-8', umlauts],
    ['utf-8', `\ufeff${umlauts}`],
    ['utf-16le', utf16(`\ufeff${umlauts}`, true)],
    ['utf-16be', utf16(`\ufeff${umlauts}`, false)],
    ['utf-16le', utf16(umlauts, true)],
    ['utf-16be', utf16(umlauts, false)],
    ['windows-1252', bytesOf(umlauts)],
  ])('%s, whichever marks it has', async (encoding, content) => {
    const { all, ...inspection } = await read(content);
    expect([inspection.encoding, ...inspection.columns]).toEqual([encoding, 'Name', 'Kind']);
    expect(all.map(({ cells }) => cells)).toEqual([
      ['Käthe', 'Größe'],
      ['Zoë', 'Hündin'],
    ]);
  });

  test('UTF-16 also where a letter has a zero as its lower byte', async () => {
    for (const isLittleEndian of [true, false])
      expect(await cellsOf(utf16(macron, isLittleEndian))).toEqual([['Āra', 'Vogel']]);
    expect(await faultOf(utf16('\0N\0a\0m\0e', true))).toContain('zero bytes');
  });

  test('also one whose first accent is far down', async () => {
    const { encoding, all } = await read(bytesOf(`Name;Kind\n${'Rex;Dog\n'.repeat(20_000)}J\xfcrgen;Dog\n`));
    expect([encoding, all.at(-1)?.cells]).toEqual(['windows-1252', ['Jürgen', 'Dog']]);
  });

  test.each([
    [
      'signs',
      'Price 5 \x80, \x84quoted\x93, it\x92s 20 \xb0C \x96 ok\xa0now',
      'Price 5 €, „quoted“, it’s 20 °C – ok\u00a0now',
    ],
    ['short words', '\xe0 Dieppe, \xe9 ela, \xd8 5', 'à Dieppe, é ela, Ø 5'],
    ['capitals', 'GR\xd6\xdfE, \xc5SA', 'GRÖßE, ÅSA'],
  ])('Windows-1252 with %s', async (_, bytes, text) => {
    expect(await cellsOf(bytesOf(`Name|Kind\n${bytes}|Dog\n`))).toEqual([[text, 'Dog']]);
  });

  test.each([
    ['MS-DOS', 'K\x84the, B\x82b\x82'],
    ['the Macintosh', 'K\x8athe'],
    ['central Europe', 'P\xf8\xedli\x9a'],
    ['Poland', 'Micha\xb3ek'],
    ['Cyrillic', '\xcc\xf3\xf0\xea\xe0'],
    ['Japan', '\x83\x7c\x83\x60'],
    ['no text', 'a\x01b\xe9'],
    ['damaged UTF-8', 'K\xc3\xa4the and J\xfcrgen'],
  ])('none that is read if it is that of %s', async (_, name) => {
    for (const chunkBytes of [1, 2, 5, 64]) {
      const source = sourceOf(bytesOf(`Name,Kind\n${name},Dog\n`), chunkBytes);
      const error = await inspect(source, { isHeading }).catch(String);
      expect(error).toContain('nor plainly Windows-1252. Save it as UTF-8');
    }
  });

  test('none if the file is cut off, damaged or a workbook', async () => {
    expect(await faultOf(bytesOf('Name\nBj\xc3'))).toContain('ends within a character');
    expect(await faultOf(new Uint8Array([...utf16('\ufeffName\nRex', true), 0x61]))).toContain(
      'ends within a character',
    );
    expect(await faultOf(bytesOf('Name\0\0\0\nRex'))).toContain('zero bytes');
    expect(await faultOf(bytesOf('PK\x03\x04\x14\0'))).toContain('workbook');
    expect(await faultOf(bytesOf('\xd0\xcf\x11\xe0\xa1'))).toContain('workbook');
  });
});

describe('the form of a file follows from its beginning', () => {
  test.each([
    ['name;kind\nRex, the dog;3\n', ';', [['Rex, the dog', '3']]],
    ['name\tkind\nRex;3,4\t3\n', '\t', [['Rex;3,4', '3']]],
    ['"na;me;;",kind\nRex,3\n', ',', [['Rex', '3']]],
    ['name\nRex\n', ',', [['Rex']]],
    ['name, sex;kind;note\n', ';', []],
    [
      'name, or what we call it;kind\nRex;3\nMia;4\n',
      ';',
      [
        ['Rex', '3'],
        ['Mia', '4'],
      ],
    ],
    [
      'name;kind;note\nRex;3;shy, calm, small\nMia;4;a, b, c\n',
      ';',
      [
        ['Rex', '3', 'shy, calm, small'],
        ['Mia', '4', 'a, b, c'],
      ],
    ],
    ['name|kind\n"a\nb,;,;"|3\n', '|', [['a\nb,;,;', '3']]],
    ['sep=|\r\nname,x|kind\r\nRex|3\r\n', '|', [['Rex', '3']]],
    ['\ufeff"sep=\t"\nname,x\tkind\nRex\t3\n', '\t', [['Rex', '3']]],
  ])('%j', async (content, delimiter, cells) => {
    const { all, ...inspection } = await read(content);
    expect([inspection.format, inspection.delimiter]).toEqual(['csv', delimiter]);
    expect(all.map((row) => [...row.cells])).toEqual(cells);
  });

  test('a delimiter that is given counts, also before a line that tells another one', async () => {
    expect(await cellsOf('sep=;\nname,kind;x\nRex,3;y\n', { delimiter: ',' })).toEqual([['Rex', '3;y']]);
    expect(await cellsOf('{a},b\n1,2\n', { delimiter: ',' })).toEqual([['1', '2']]);
  });

  test('also one JSON object per line, whose columns are all members together', async () => {
    const content = '\ufeff\n{"name":"a","sex":"male"}\r\n{"name":"b","kind":9223372036854775807}\n';
    const { all, surveys, ...inspection } = await read(content);
    expect(inspection).toMatchObject({ format: 'ndjson', columns: ['name', 'sex', 'kind'], rowCount: 2 });
    expect(all).toEqual([
      { line: 2, cells: ['a', 'male', ''] },
      { line: 3, cells: ['b', '', '9223372036854775807'] },
    ]);
    expect(inspection.firstRows).toEqual(all);
    expect(surveys.map(({ filled, empty }) => [filled, empty])).toEqual([
      [2, 0],
      [1, 1],
      [1, 1],
    ]);
  });

  test('a JSON array is none of them, and a broken line further down is found', async () => {
    expect(await faultOf('[\n {"name":"a"}]')).toContain('is a JSON array. Write one object per line');
    expect(await faultOf(`${'{"name":"a"}\n'.repeat(9)}{"name":`)).toContain('Line 10 is not a JSON object');
  });
});

describe('the header is', () => {
  const table = 'Name,Kind,Sex\nRex,Dog,m\nMia,Cat,f\n';

  test.each<[string, number | 'none', string[], number]>([
    [table, 1, ['Name', 'Kind', 'Sex'], 2],
    [`Printed,Note\nFriday,All\n,\n${table}`, 4, ['Name', 'Kind', 'Sex'], 2],
    [`Our animals,,\n\n${table}`, 3, ['Name', 'Kind', 'Sex'], 2],
    ['Nom,Espèce\nRex,Chien\nMia,Chat\n', 1, ['Nom', 'Espèce'], 2],
    ['Nom,Race\nSex,Mix\nLeo,Beagle\n', 1, ['Nom', 'Race'], 2],
    ['4711,Rex,Dog\n4712,Mia,Cat\n', 'none', ['column 1', 'column 2', 'column 3'], 2],
    ['Rex,Dog\nMia,Cat\nLeo,Dog,shy\n', 'none', ['column 1', 'column 2', 'column 3'], 3],
    ['Name,2025,2026\nRex,1,2\n', 1, ['Name', '2025', '2026'], 1],
    [
      'Name,"In\r\ncare ",,Name,name,Name,,\nRex,y,,b,c,d,,\nMia,y,,b,c,d,e,\n',
      1,
      ['Name', 'In care', 'column 3', 'Name 2', 'name', 'Name 3', 'column 7'],
      2,
    ],
  ])('found in %j', async (content, header, columns, rowCount) => {
    const inspection = await read(content);
    expect(inspection).toMatchObject({ header, columns, rowCount });
    expect(inspection.all).toHaveLength(rowCount);
    expect(inspection.all.every(({ cells }) => cells.length === columns.length)).toBe(true);
  });

  test('the one that is said to be it', async () => {
    const said = await read(`x,y\n${table}`, { header: 2 });
    expect([said.columns, said.rowCount, said.all[0]?.line]).toEqual([['Name', 'Kind', 'Sex'], 2, 3]);
    expect(await cellsOf(table, { header: 'none' })).toHaveLength(3);
    expect((await read(table, { header: 2 })).columns).toEqual(['Rex', 'Dog', 'm']);
    expect(await faultOf(table, { header: 9 })).toContain('no rows from line 9 on');
  });

  test('no animal where it is repeated, also behind a byte order mark', async () => {
    const inspection = await read(`${table}\ufeff"Name",Kind , Sex\nLeo,Dog,m\n`);
    expect([inspection.rowCount, inspection.repeatedHeaders]).toEqual([3, 1]);
    expect(inspection.all.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, 'Rex'],
      [3, 'Mia'],
      [5, 'Leo'],
    ]);
  });

  test('missing in an empty file', async () => {
    for (const content of ['', '\ufeff', '\n\n', ' ,,\n'])
      expect(await faultOf(content)).toContain('The file is empty');
    expect(await read('Name,Kind\n')).toMatchObject({ header: 1, rowCount: 0, all: [] });
  });
});

describe('what spreadsheets write is read:', () => {
  test.each<[string, string, string[][]]>([
    ['blank rows', 'Name,Kind\n,\n \t , \nRex,Dog\n\n,,,\n', [['Rex', 'Dog']]],
    [
      'short rows',
      'Name,Kind,Note\nRex\nMia,Cat\n',
      [
        ['Rex', '', ''],
        ['Mia', 'Cat', ''],
      ],
    ],
    ['surplus blank cells', 'Name,Kind\nRex,Dog,, ,\n', [['Rex', 'Dog']]],
    [
      'quotes within a cell',
      'Name,Kind\nRex "the" Dog,8" long\n"Rex" the dog,Dog\n',
      [
        ['Rex "the" Dog', '8" long'],
        ['"Rex" the dog', 'Dog'],
      ],
    ],
    [
      'CR alone',
      'Name,Kind\rRex,Dog\rMia,Cat\r',
      [
        ['Rex', 'Dog'],
        ['Mia', 'Cat'],
      ],
    ],
    ['CRLF in cells', 'Name,Kind\r\n"Rex\r\n2",Dog\r\n', [['Rex\r\n2', 'Dog']]],
    [
      'text formulas',
      'Name,Kind\nRex,="0042"\nMia,"=""0043"""\n',
      [
        ['Rex', '="0042"'],
        ['Mia', '="0043"'],
      ],
    ],
  ])('%s', async (_, content, cells) => expect(await cellsOf(content)).toEqual(cells));

  test('a surplus cell with a text is a fault of its row only, and is in no survey', async () => {
    const { all, rowCount, surveys } = await read('Name,Kind\nRex,Dog,shy,\nMia,Cat\n');
    expect(all).toEqual([
      { line: 2, cells: ['Rex', 'Dog', 'shy', ''], fault: makeFault('cell_count', 4, 2) },
      { line: 3, cells: ['Mia', 'Cat'] },
    ]);
    expect([rowCount, surveys[0]?.filled]).toEqual([2, 1]);
  });
});

describe('a quote that opens a cell and is never closed is text:', () => {
  const plenty = 'Bo,Dog,x\n'.repeat(3);
  test.each<[string, string, string[][]]>([
    [
      'up to the end',
      'Name,Kind,Note\n"Rex,Dog,x\nMia,Cat,y\n',
      [
        ['"Rex', 'Dog', 'x'],
        ['Mia', 'Cat', 'y'],
      ],
    ],
    ['at the end', 'Name,Kind,Note\nMia,Cat,"', [['Mia', 'Cat', '"']]],
    [
      'before another one',
      'Name,Kind,Note\n"Rex,Dog,x\n"Mia,Cat,y\n',
      [
        ['"Rex', 'Dog', 'x'],
        ['"Mia', 'Cat', 'y'],
      ],
    ],
    [
      'before a closed one',
      `Name,Kind,Note\nRex,"Dog,x\nMia,"Cat",y\n`,
      [
        ['Rex', '"Dog', 'x'],
        ['Mia', 'Cat', 'y'],
      ],
    ],
    [
      'behind a closed one',
      'Name,Kind,Note\n"R,x","Dog,x\nMia,Cat,y\n',
      [
        ['R,x', '"Dog', 'x'],
        ['Mia', 'Cat', 'y'],
      ],
    ],
  ])('%s', async (_, content, cells) => {
    const found = await cellsOf(content.replace('Note\n', `Note\n${plenty}`));
    expect(found.slice(3)).toEqual(cells);
  });

  test('but a quote in a text of several lines is not one', async () => {
    const content = `Name,Kind,Note\n${plenty}Rex,Dog,"He says\n"woof", and runs"\nMia,Cat,y\n`;
    expect((await cellsOf(content))[3]?.slice(0, 3)).toEqual(['Rex', 'Dog', '"He says\n"woof"']);
    expect(await cellsOf(`Name,Kind,Note\n${plenty}Rex,"He\nsays "wuff", loud",z\nMia,Cat,y\n`)).toHaveLength(5);
  });

  test('in a file of any size and in many chunks, in bounded memory', async () => {
    const content = `Name,Kind\n"Rex,Dog\n${'Mia,Cat\n'.repeat(300_000)}`;
    const source = sourceOf(content);
    const { rowCount, firstRows } = await inspect(source, { isHeading });
    expect([rowCount, firstRows[0]?.cells]).toEqual([300_001, ['"Rex', 'Dog']]);
  });

  test('and a row without an end is refused', async () => {
    expect(await faultOf(`Name,Kind\n${'x'.repeat(3_000_000)}\n`)).toContain('not valid CSV: Max Record Size');
    expect(await faultOf(`{"name":"${'x'.repeat(3_000_000)}"}\n`)).toContain('Line 1 is longer than 1 MiB');
  });
});

test('the line of a row is the one on which it begins', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = ['Name,Kind', '1,2', '', '"x', 'y","z', '"', '3,4', ',', '"5', '6",7', '"8,9', '9,9', ''];
    const { all } = await read(lines.join(end));
    expect(all.map(({ line }) => line)).toEqual([2, 4, 7, 9, 11, 12]);
  }
});

test('any file has the same rows in a browser and in chunks of any size', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => text.replaceAll(/[\0",;\t|\r\n]/g, '')),
    fc.constantFrom('"a ""b"" c"', '"x\ny"', '"x\r\ny"', '"1,2"', '', '""', '🐕', ' Padmé ', '"', '5"', '"a" b', '"a'),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','));
  const file = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { minLength: 1, maxLength: 9 })
    .map((lines) => `name,kind\n${lines.map((parts) => parts.join('')).join('')}`);
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 40 }), async (content, chunkBytes) => {
      const options = { isHeading, delimiter: ',' };
      const [whole, pieces] = [sourceOf(content), inBrowser(sourceOf(content, chunkBytes))];
      const inspection = await inspect(whole, options);
      expect(await inspect(pieces, options)).toEqual(inspection);
      const all = await Array.fromAsync(rows(whole, inspection));
      expect(await Array.fromAsync(rows(pieces, inspection))).toEqual(all);
      expect(all).toHaveLength(inspection.rowCount);
      expect(all.slice(0, inspection.firstRows.length)).toEqual([...inspection.firstRows]);
    }),
    { numRuns: 100 },
  );
});

test('reading tells its progress and ends when it is aborted', async () => {
  const source = sourceOf(`name\n${'Frank\n'.repeat(100_000)}`);
  const done: number[] = [];
  const { contentHash, ...inspection } = await inspect(source, { isHeading, onProgress: (bytes) => done.push(bytes) });
  expect([done[0], done.at(-1)]).toEqual([64 * 1024, source.sizeBytes]);
  expect(contentHash).toBe(new Bun.CryptoHasher('sha256').update(`name\n${'Frank\n'.repeat(100_000)}`).digest('hex'));
  const stop = new AbortController();
  const onProgress = () => stop.abort(new Error('enough'));
  await expect(inspect(source, { isHeading, onProgress, signal: stop.signal })).rejects.toThrow('enough');
  await expect(Array.fromAsync(rows(source, { ...inspection, contentHash }, stop.signal))).rejects.toThrow('enough');
});
