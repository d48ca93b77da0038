import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// Builds the program, and makes the types of this checkout.
import '../../support/process/program.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

const root = join(import.meta.dir, '../../..');
const scratch = makeScratchFolder();
afterAll(() => scratch.remove());
const at = (path: string) => join(scratch.path, path);
const types = 'client/schema.gen.ts';

function install(use: string): void {
  const { exitCode, stderr } = Bun.spawnSync([at('scripts/install.sh'), use]);
  expect([exitCode, `${stderr}`]).toEqual([0, '']);
}

test('a development install makes the types of the SDK from openapi.json, and again after it has changed', () => {
  const folders = ['src', 'client', 'conformance', 'console', 'embed', 'scripts', 'build/program', 'build/console'];
  for (const path of [...folders, 'package.json', 'package-lock.json', 'bunfig.toml', 'openapi.json'])
    cpSync(join(root, path), at(path), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), at('node_modules'));
  rmSync(at(types));
  // As if both were built a little later: this is about the types alone.
  const later = new Date(Date.now() + 3_600_000);
  for (const name of ['program', 'console']) utimesSync(at(`build/${name}`), later, later);

  install('program');
  expect(existsSync(at(types))).toBe(false);
  install('development');
  expect(readFileSync(at(types), 'utf8') === readFileSync(join(root, types), 'utf8')).toBe(true);
  const { mtimeMs } = statSync(at(types));
  install('development');
  expect(statSync(at(types)).mtimeMs).toBe(mtimeMs);

  const document = JSON.parse(readFileSync(at('openapi.json'), 'utf8'));
  document.components.schemas.Weight = { type: 'integer' };
  writeFileSync(at('openapi.json'), JSON.stringify(document));
  install('development');
  expect(readFileSync(at(types), 'utf8')).toContain('Weight: bigint;');
  expect(readFileSync(at('client/types.gen.ts'), 'utf8')).toContain('export type Weight = ');
  expect(statSync(at(types)).mtimeMs).toBeGreaterThan(statSync(at('openapi.json')).mtimeMs);
});
