import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

const root = join(import.meta.dir, '../../..');
const sources = [
  'src',
  'client',
  'conformance',
  'console',
  'embed',
  'scripts',
  'petstore',
  'bunfig.toml',
  'package.json',
  'package-lock.json',
];
let scratch: ScratchFolder;

beforeAll(() => {
  scratch = makeScratchFolder();
  for (const name of sources) cpSync(join(root, name), join(scratch.path, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(scratch.path, 'node_modules'));
  // Newer than its sources, so that only the program is built here.
  cpSync(join(root, 'build/console'), join(scratch.path, 'build/console'), { recursive: true });
});
afterAll(() => scratch.remove());

function run(...args: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync([join(scratch.path, 'petstore'), ...args], { env: cleanEnv({}) });
  expect({ exitCode, stderr: `${stderr}` }).toEqual({ exitCode: 0, stderr: '' });
  return `${stdout}`;
}

function setVersion(version: string): void {
  const path = join(scratch.path, 'package.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"version": ".*"/, `"version": "${version}"`));
}

test('the program is built on its first run', () => {
  setVersion('3.2.1');
  expect(run('--version')).toBe('3.2.1\n');
});

test('it is built again after its sources or the commit have changed, and its version tells both', () => {
  const git = (...args: string[]) => {
    const command = ['git', '-C', scratch.path, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args];
    const { stdout, stderr, exitCode } = Bun.spawnSync(command, { env: cleanEnv({}) });
    expect([exitCode, `${stderr}`]).toEqual([0, '']);
    return `${stdout}`.trim();
  };
  git('init', '--quiet');
  git('add', 'src', 'package.json');
  git('commit', '--quiet', '--message', 'First');
  const first = git('rev-parse', '--short=10', 'HEAD');
  expect(run('--version')).toBe(`3.2.1 (${first})\n`);
  setVersion('3.2.2');
  expect(run('--version')).toBe(`3.2.2 (${first}-modified)\n`);
  git('commit', '--quiet', '--allow-empty', '--message', 'Second');
  const second = git('rev-parse', '--short=10', 'HEAD');
  expect(run('--version')).toBe(`3.2.2 (${second}-modified)\n`);
});

test('a failed build reports the error and keeps the previous build', () => {
  const main = join(scratch.path, 'src/main.ts');
  const built = join(scratch.path, 'build/program/main.js');
  const before = readFileSync(built, 'utf8');
  writeFileSync(main, 'import {');
  const { exitCode, stderr } = Bun.spawnSync([join(scratch.path, 'petstore'), '--version'], { env: cleanEnv({}) });
  expect(exitCode).toBe(1);
  expect(`${stderr}`).toContain('src/main.ts:1:8');
  expect(readFileSync(built, 'utf8')).toBe(before);
  expect(readdirSync(join(scratch.path, 'build')).sort()).toEqual(['console', 'program']);
});
