import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../tests/support/scratch.ts';
import { openFile, writeOutput } from './output.ts';

let folder: ScratchFolder;
let path: string;
beforeEach(() => {
  folder = makeScratchFolder();
  path = join(folder.path, 'animals.csv');
});
afterEach(() => folder.remove());

test('a file has its name when it is complete', async () => {
  const output = openFile(path);
  expect(await output.write('id,name\n')).toBe(true);
  expect(readdirSync(folder.path)).toEqual([`animals.csv.${process.pid}.partial`]);
  output.complete();
  expect([readdirSync(folder.path), readFileSync(path, 'utf8')]).toEqual([['animals.csv'], 'id,name\n']);
});

test('a file can be read by its owner alone', () => {
  openFile(path).complete();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('what somebody else has put in place of the temporary file is removed, and a link there is not followed', async () => {
  await writeOutput(path, 'kept');
  symlinkSync(path, `${path}.2.${process.pid}.partial`);
  await writeOutput(`${path}.2`, 'written');
  expect([path, `${path}.2`].map((file) => readFileSync(file, 'utf8'))).toEqual(['kept', 'written']);
});

test('a folder is refused before anything is written', () => {
  mkdirSync(path);
  expect(() => openFile(path)).toThrow('it is a folder');
  expect(readdirSync(folder.path)).toEqual(['animals.csv']);
});

test('a file that cannot get its name is removed, and the reason is told', async () => {
  const output = openFile(path);
  await output.write('id,name\n');
  mkdirSync(path);
  expect(() => output.complete()).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  output.discard();
  expect(readdirSync(folder.path)).toEqual(['animals.csv']);
});

test('what is closed writes nothing into a file that has got its number since', async () => {
  const output = openFile(path);
  output.discard();
  const other = join(folder.path, 'other');
  const files = Array.from({ length: 20 }, () => openSync(other, 'a'));
  try {
    await expect(output.write('id,name\n')).rejects.toThrow('the output is closed');
    expect(() => output.complete()).toThrow('the output is closed');
    expect([readdirSync(folder.path), readFileSync(other, 'utf8')]).toEqual([['other'], '']);
  } finally {
    for (const file of files) closeSync(file);
  }
});

test('of a text that cannot be written no part stays, and the file is named', async () => {
  const writing = writeOutput(path, 'Ada');
  mkdirSync(path);
  expect(await writing.catch((error) => [error.exitCode, error.message])).toEqual([
    2,
    expect.stringMatching(/^cannot write to .*animals\.csv: E/),
  ]);
  expect(readdirSync(folder.path)).toEqual(['animals.csv']);
});

test('a symbolic link stays, and the file that it leads to is replaced or made', async () => {
  mkdirSync(join(folder.path, 'exports/daily'), { recursive: true });
  symlinkSync('exports/daily', join(folder.path, 'out'));
  symlinkSync('../animals.csv', join(folder.path, 'exports/daily/latest.csv'));
  symlinkSync('out/latest.csv', path);
  for (const text of ['first', 'second']) {
    await writeOutput(path, text);
    expect([readlinkSync(path), readlinkSync(join(folder.path, 'out/latest.csv'))]).toEqual([
      'out/latest.csv',
      '../animals.csv',
    ]);
    expect(readdirSync(join(folder.path, 'exports')).sort()).toEqual(['animals.csv', 'daily']);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
  symlinkSync('loop', join(folder.path, 'loop'));
  expect(await writeOutput(join(folder.path, 'loop'), 'text').catch(({ message }) => message)).toContain('ELOOP');
});

test('a pipe is written to, and stays one', async () => {
  Bun.spawnSync(['mkfifo', path]);
  const reader = openSync(path, 'r+');
  await writeOutput(path, 'id,name');
  openFile(path).discard();
  expect([readdirSync(folder.path), lstatSync(path).isFIFO()]).toEqual([['animals.csv'], true]);
  const bytes = Buffer.alloc(20);
  expect(bytes.toString('utf8', 0, readSync(reader, bytes))).toBe('id,name');
  closeSync(reader);
});

test('an open file of this process is written to where it is, by a link, too', async () => {
  const file = openSync(path, 'w');
  symlinkSync(`/dev/fd/${file}`, join(folder.path, 'link'));
  writeSync(file, 'first\n');
  await writeOutput(`/dev/fd/${file}`, 'second\n');
  await writeOutput(join(folder.path, 'link'), 'third\n');
  writeSync(file, 'last\n');
  closeSync(file);
  expect(readFileSync(path, 'utf8')).toBe('first\nsecond\nthird\nlast\n');
  expect(readdirSync(folder.path).sort()).toEqual(['animals.csv', 'link']);
});
