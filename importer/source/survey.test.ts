import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse';
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

async function read(
  content: string | Uint8Array,
  options: Partial<InspectOptions> = {},
): Promise<Inspection & { all: SourceRow[] }> {
  const source = sourceOf(content);
  const inspection = await inspect(source, { isHeading, ...options });
  return { ...inspection, all: await Array.fromAsync(rows(source, inspection)) };
}

describe('the survey of a column', () => {
  async function surveyOf(cells: readonly string[]) {
    const { surveys } = await read(`Name,Kind\n${cells.map((cell) => `"${cell}",x`).join('\n')}\n`);
    const [survey] = surveys;
    if (survey === undefined) throw new Error('There is no column.');
    return survey;
  }

  test('counts the empty cells and each text', async () => {
    const { filled, empty, texts, repeated } = await surveyOf(['Dog', ' Dog ', '', ' ', 'Cat']);
    expect([filled, empty, repeated]).toEqual([3, 2, 1]);
    expect([...(texts ?? [])]).toEqual([
      ['Dog', 2],
      ['Cat', 1],
    ]);
  });

  test('has up to 200 texts, and tells whether more are distinct', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `A${index}`);
    expect((await surveyOf(names(200))).texts?.size).toBe(200);
    expect(await surveyOf(names(201))).toMatchObject({ texts: undefined, repeated: 0 });
    expect(await surveyOf([...names(201), 'A7', '', 'A8'])).toMatchObject({ repeated: 2, empty: 1 });
    expect(await surveyOf(Array(200).fill('Dog'))).toMatchObject({ repeated: undefined });
    expect(await surveyOf(['x'.repeat(121)])).toMatchObject({ texts: undefined, repeated: undefined, filled: 1 });
  });

  test('counts the numbers that a spreadsheet has shortened', async () => {
    expect((await surveyOf(['9.81E+14', '1E+15', '9,81e+14', '9.81', 'E+14', '981000000000001'])).shortened).toBe(3);
  });

  test('tells the order of its dates, and the range of its numbers', async () => {
    const { dates } = await surveyOf([
      '1/2/2026',
      '13/2/2026',
      '14-2-26',
      '2/29/2026 7:00 PM',
      '5/5/2026',
      '99/1/2026',
      '3.2.2026',
      '44000',
      '45000.5',
    ]);
    expect(dates).toEqual({
      unclear: 1,
      dayFirst: 2,
      firstDayFirst: { line: 3, text: '13/2/2026' },
      monthFirst: 1,
      firstMonthFirst: { line: 5, text: '2/29/2026 7:00 PM' },
      numbers: 2,
      least: 44000,
      most: 45000.5,
    });
  });
});
