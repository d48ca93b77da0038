import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { SourceRow } from '../../../client/import/csv-rows.ts';
import { inspectSourceFile, readRows as readRowsOfCommand } from '../../../src/cli/client/import/source-file.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { readRows } from './source-file.ts';

const folder = makeScratchFolder();
afterAll(() => folder.remove());

async function rowsOf(content: string, delimiter = ','): Promise<SourceRow[]> {
  const { signal } = new AbortController();
  return await Array.fromAsync(readRows(new Blob([content]), { delimiter, signal }));
}

async function rowsOfCommand(content: string, delimiter = ','): Promise<SourceRow[]> {
  const path = join(folder.path, 'source.csv');
  writeFileSync(path, content);
  return await Array.fromAsync(readRowsOfCommand(await inspectSourceFile(path, delimiter)));
}

test('reads the same rows and line numbers as the command, from any file', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll(/[",;\r\n]/g, '')),
    fc.constantFrom('"a ""b"" c"', '"x\ny"', '"x\r\ny"', '"x\ry"', '"1,2"', '', '""', '🐕', ' Padmé '),
  );
  const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','));
  const file = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { minLength: 1, maxLength: 12 })
    .map((lines) => `name,kind\n${lines.map((parts) => parts.join('')).join('')}`);
  await fc.assert(
    fc.asyncProperty(file, async (content) => {
      const [own, command] = await Promise.allSettled([rowsOf(content), rowsOfCommand(content)]);
      expect(own.status).toBe(command.status);
      if (own.status === 'fulfilled' && command.status === 'fulfilled') expect(own.value).toEqual(command.value);
    }),
    { numRuns: 150 },
  );
});

test('a file read in many chunks is one file', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `狗 “${index}”`);
  const content = `\ufeffname;kind\r\n${names.map((name) => `"${name}";Dog`).join('\r\n')}\r\n`;
  const rows = await rowsOf(content, ';');
  expect(rows.map(({ cells }) => cells[0])).toEqual(names);
  expect(rows.at(-1)?.line).toBe(20_001);
});

test('rejects an unusable file with the reason', async () => {
  const fault = { name: 'UnusableFileError', message: expect.stringContaining('is not valid CSV: Quote Not Closed') };
  await expect(rowsOf('name\nFrank\n"Rex\n')).rejects.toMatchObject(fault);
  await expect(rowsOf(`name\n"${'x\n'.repeat(700_000)}"\n`)).rejects.toThrow('is not valid CSV: Max Record Size');
});

test('reading ends when it is aborted', async () => {
  const stop = new AbortController();
  const rows = readRows(new Blob(['name\n', 'Frank\n'.repeat(100_000)]), { delimiter: ',', signal: stop.signal });
  await rows.next();
  stop.abort(new Error('enough'));
  const rest = await Array.fromAsync(rows).catch((error: unknown) => error);
  expect(rest).toEqual(new Error('enough'));
});

test('an empty file has no rows', async () => {
  expect(await rowsOf('')).toEqual([]);
  expect(await rowsOf('\ufeff')).toEqual([]);
});
