/**
 * Bundles the program into `build/program`, or into the folder given as argument. A start then reads and compiles a few
 * files instead of every module, without the unused parts of libraries.
 */
import { join, resolve } from 'node:path';
import { buildDefinitions, entryPoint, root } from './build-options.ts';
import { makeFolder } from './make-folder.ts';

await makeFolder(resolve(process.argv[2] ?? join(root, 'build/program')), async (folder) => {
  await Bun.build({
    entrypoints: ['main', 'writer', 'worker'].map(entryPoint),
    outdir: folder,
    target: 'bun',
    splitting: true,
    sourcemap: 'linked',
    define: buildDefinitions(),
  });
});
