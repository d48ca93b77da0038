import { afterAll, expect, test } from 'bun:test';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../support/scratch.ts';

const root = Bun.fileURLToPath(new URL('../..', import.meta.url));
const scratch = makeScratchFolder();
afterAll(() => scratch.remove());

/** Builds the console, and returns a hash of each file by name. */
const filesOf = async (sources: string, name: string) => {
  const target = join(scratch.path, name);
  const build = Bun.spawn([process.execPath, join(sources, 'scripts/build/build-console.ts'), target], {
    stdout: 'inherit',
  });
  expect(await build.exited).toBe(0);
  const files = [...new Bun.Glob('*').scanSync(target)].sort();
  const hash = async (file: string) => String(Bun.hash(await Bun.file(join(target, file)).arrayBuffer()));
  return new Map(await Promise.all(files.map(async (file) => [file, await hash(file)] as const)));
};

test('a build of the console from the same sources has the same files; of changed ones, each changed file has a new name, except for the pages', async () => {
  const copy = join(scratch.path, 'copy');
  for (const folder of ['console', 'contract', 'client', 'cli', 'embed', 'importer', 'scripts', 'src'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const name of ['node_modules', 'tsconfig.json', 'package.json']) symlinkSync(join(root, name), join(copy, name));
  const before = await filesOf(copy, 'before');
  expect(before.size).toBeGreaterThan(10);
  expect(await filesOf(copy, 'deeper/again')).toEqual(before);
  const theme = join(copy, 'console/ui/theme.ts');
  await Bun.write(theme, (await Bun.file(theme).text()).replace("defaultRadius: 'md'", "defaultRadius: 'lg'"));
  const after = await filesOf(copy, 'after');
  const changed = [...before].filter(([name, hash]) => after.has(name) && after.get(name) !== hash);
  expect(changed.map(([name]) => name)).toEqual(['index.html', 'overview.html', 'reference.html']);
  expect([...after.keys()].filter((name) => !before.has(name)).length).toBeGreaterThan(2);
});
