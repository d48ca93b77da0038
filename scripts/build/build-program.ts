/**
 * Bundles the program into `build/program`, or into the folder given as argument. A start then reads and compiles a few
 * files instead of every module, without the unused parts of libraries.
 */
import { join, resolve } from 'node:path';
import { buildDefinitions, entryPoint, root } from './build-options.ts';
import { makeFolder } from './make-folder.ts';

if (import.meta.main) {
  await makeFolder(resolve(process.argv[2] ?? join(root, 'build/program')), (folder) =>
    bundleProgram(folder, 'linked'),
  );
}

/** Writes the scripts of the program into a folder. They are not minified, so stack traces can be read without maps. */
export async function bundleProgram(folder: string, sourcemap: 'linked' | 'none'): Promise<void> {
  await Bun.build({
    entrypoints: ['main', 'writer', 'worker', 'decoder'].map(entryPoint),
    outdir: folder,
    target: 'bun',
    splitting: true,
    sourcemap,
    define: buildDefinitions(),
  });
}
