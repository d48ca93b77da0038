/**
 * Builds what is run into `build`, or into the folder that is named: the program, each of whose modules is read and
 * compiled once instead of at every start, and without what it does not use of its libraries.
 */
import { join, resolve } from 'node:path';
import { replaceFolder } from './replace-folder.ts';

const root = new URL('..', import.meta.url).pathname;

await replaceFolder(resolve(process.argv[2] ?? join(root, 'build')), async (folder) => {
  await Bun.build({
    entrypoints: ['main', 'writer', 'worker'].map((name) => join(root, `src/${name}.ts`)),
    outdir: join(folder, 'program'),
    target: 'bun',
    splitting: true,
    sourcemap: 'linked',
  });
});
