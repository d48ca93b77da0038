/**
 * Builds the program into `build/program`, or into the folder that is named. Each module is read and compiled once
 * instead of at every start, and what the program does not use of its libraries is left out.
 */
import { join, resolve } from 'node:path';
import { makeFolder } from './make-folder.ts';

const root = join(import.meta.dir, '..');

await makeFolder(resolve(process.argv[2] ?? join(root, 'build/program')), async (folder) => {
  await Bun.build({
    entrypoints: ['main', 'writer', 'worker'].map((name) => join(root, `src/${name}.ts`)),
    outdir: folder,
    target: 'bun',
    splitting: true,
    sourcemap: 'linked',
  });
});
