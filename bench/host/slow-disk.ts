import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A library put in front of the C library of a server, which makes each disk flush slower, and counts them. */
export interface SlowDisk {
  readonly environment: (delayMs: number, countFile: string) => Record<string, string>;
  readonly flushes: (countFile: string) => number;
}

/** Compiles the library, or says why there is none. */
export function prepareSlowDisk(scratchFolder: string): SlowDisk | { readonly reason: string } {
  if (process.platform !== 'linux') return { reason: 'slowing down the disk needs Linux' };
  if (Bun.which('cc') === null) return { reason: 'slowing down the disk needs a C compiler, and there is no cc' };
  const library = join(scratchFolder, 'slow-fsync.so');
  const source = join(import.meta.dir, 'slow-fsync.c');
  const compiler = Bun.spawnSync(['cc', '-O2', '-shared', '-fPIC', '-o', library, source], { timeout: 30_000 });
  if (!compiler.success) return { reason: `slow-fsync.c does not compile: ${compiler.stderr.toString().trim()}` };
  return {
    environment: (delayMs, countFile) => {
      writeFileSync(countFile, '');
      return { LD_PRELOAD: library, FSYNC_DELAY_MS: String(delayMs), FSYNC_COUNT_FILE: countFile };
    },
    flushes: (countFile) => readFileSync(countFile).length,
  };
}
