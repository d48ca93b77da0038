import { expect, test } from 'bun:test';
import { withoutFormulaProtection } from '../export/formulas.ts';
import { readJsonRows } from './json-rows.ts';
import { UnusableFileError } from './source.ts';

/** Small parts, so that lines are split between them. */
async function* partsOf(text: string) {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
}

async function rowsOf(text: string): Promise<Record<string, unknown>[]> {
  const rows = await Array.fromAsync(readJsonRows(partsOf(text)));
  return rows.map(({ line, cells }) => ({ line, ...Object.fromEntries(cells) }));
}

test('members become cells with all digits, and lines are counted as an editor counts them', async () => {
  const text = '{"name":"狗","categoryId":9223372036854775807}\r\n\n  {"name":"b","neutered":true,"x":null}';
  expect(await rowsOf(text)).toEqual([
    { line: 1, name: '狗', categoryId: '9223372036854775807' },
    { line: 3, name: 'b', neutered: 'true', x: '' },
  ]);
});

test('a listing becomes the cells that an export in CSV has', async () => {
  const sources = [320, 640].flatMap((width) =>
    ['webp', 'jpeg'].map((type) => ({ url: `u/${width}.${type}`, type: `image/${type}`, width })),
  );
  const profile = {
    breed: 'Beagle',
    goodWith: { dogs: false },
    fee: { amountMinor: 7500, currency: 'EUR' },
    tags: ['a', 'b'],
  };
  const listing = { name: 'Rex', category: { id: -5, name: 'Dogs' }, profile, photos: [{ sources }, 'more.jpg'] };
  expect(await rowsOf(JSON.stringify(listing))).toEqual([
    {
      line: 1,
      name: 'Rex',
      categoryId: '-5',
      category: 'Dogs',
      breed: 'Beagle',
      'goodWith.dogs': 'no',
      fee: '75.00 EUR',
      tags: 'a, b',
      photos: 'u/640.jpeg more.jpg',
    },
  ]);
});

test('texts come back as they were, also those that look like protected formulas', async () => {
  for (const name of ['=1+1', "'=1+1", "''@x", '-5', "'-5", "'", 'plain']) {
    const [row] = await rowsOf(JSON.stringify({ name }));
    expect(withoutFormulaProtection(String(row?.['name']))).toBe(name);
  }
  const categories = '{"categoryId":"-5"}\n{"category":{"name":"Dogs"}}';
  expect((await rowsOf(categories)).map(({ categoryId, category }) => [categoryId, category])).toEqual([
    ['-5', undefined],
    ['', 'Dogs'],
  ]);
});

test.each([
  ['Line 2 is not a JSON object', '{"name":"a"}\n[1]\n'],
  ['Line 3 is not a JSON object', '{"name":"a"}\n\n{"name":\n'],
  ['Line 1 has a "profile"', '{"profile":{"breed":7}}'],
  ['Line 1 has a "profile"', '{"profile":{"fee":{"amountMinor":1,"currency":"E"}}}'],
])('a file is rejected with the reason: %s', async (message, text) => {
  const error = await rowsOf(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnusableFileError);
  expect(String(error)).toContain(message);
});

test('a line that does not end is rejected before it fills the memory', async () => {
  let sent = 0;
  async function* endless() {
    for (; ; sent += 1) yield 'x'.repeat(64 * 1024);
  }
  const error = await Array.fromAsync(readJsonRows(endless())).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('Line 1 is longer than 1 MiB');
  expect(sent).toBe(16);
});
