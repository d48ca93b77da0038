import { join } from 'node:path';

/** The source of a library that simulates disk faults when it is loaded with LD_PRELOAD. */
export const diskFaultsSource = join(import.meta.dir, 'disk.c');

/** Why LD_PRELOAD cannot be used on this machine; `undefined` if it can. */
export function findPreloadObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'LD_PRELOAD needs Linux';
  if (Bun.which('cc') === null) return 'there is no C compiler (cc)';
  return undefined;
}

/** Compiles a library for LD_PRELOAD, and returns its path. @throws Error with what the compiler says */
export function compilePreload(source: string, library: string): string {
  const { exitCode, stderr } = Bun.spawnSync([
    'cc',
    '-O2',
    '-Wall',
    '-Wextra',
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
    '-ldl',
  ]);
  if (exitCode !== 0 || stderr.length > 0) throw new Error(`${source} does not compile:\n${stderr}`);
  return library;
}
