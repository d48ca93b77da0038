import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles a library that makes each disk flush of a program slower, and counts them. @returns its path */
export function compileSlowDisk(scratchFolder: string): string {
  if (process.platform !== 'linux') throw new Error('slowing down the disk needs Linux');
  if (Bun.which('cc') === null) throw new Error('slowing down the disk needs a C compiler, and there is no cc');
  const library = join(scratchFolder, 'slow-fsync.so');
  const source = join(import.meta.dir, 'slow-fsync.c');
  const compiler = Bun.spawnSync(['cc', '-O2', '-shared', '-fPIC', '-o', library, source], { timeout: 30_000 });
  if (!compiler.success) throw new Error(`slow-fsync.c does not compile: ${`${compiler.stderr}`.trim()}`);
  return library;
}

/** The environment in which a program has this disk. */
export function slowDisk(library: string, delayMs: number, countFile: string): Record<string, string> {
  writeFileSync(countFile, '');
  return { LD_PRELOAD: library, FSYNC_DELAY_MS: String(delayMs), FSYNC_COUNT_FILE: countFile };
}

export function countFlushes(countFile: string): number {
  return readFileSync(countFile).length;
}
