import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../../tests/support/scratch.ts';
import { openFile } from './output.ts';

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
