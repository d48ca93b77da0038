import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from '../at-end.ts';

export type DiskFault = 'fail-flush' | 'hang-flush' | 'fail-read' | 'fail-write' | 'full';

/** What stands between programs and their disk. */
export interface Disk {
  /** For the programs that use it. */
  readonly env: Record<string, string>;
  /** Makes it fail until the returned function is called, for all files or those whose path ends with `suffix`. */
  fail(how: DiskFault, suffix?: string): () => void;
}

/** Why disks cannot fail or be recorded on this machine; `undefined` if they can. */
export function findDiskObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'LD_PRELOAD needs Linux';
  return Bun.which('cc') === null ? 'there is no C compiler (cc)' : undefined;
}

/** Makes a disk that can fail. */
export function makeDisk(): Disk {
  const library = diskLibrary();
  const faults = mkdtempSync(join(dirname(library), 'faults-'));
  chmodSync(faults, 0o755);
  return {
    env: { LD_PRELOAD: library, DISK_FAULTS: faults },
    fail(how, suffix = '') {
      writeFileSync(join(faults, how), suffix);
      return () => rmSync(join(faults, how), { force: true });
    },
  };
}

let compiled: string | undefined;

/** The library that `disk.c` describes, compiled once in this process. @throws Error with what the compiler says */
export function diskLibrary(): string {
  if (compiled !== undefined) return compiled;
  const folder = mkdtempSync(join(tmpdir(), 'petstore-disk-'));
  atEnd(async () => {
    compiled = undefined;
    rmSync(folder, { recursive: true, force: true });
  });
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const library = join(folder, 'disk.so');
  const flags = ['-O2', '-Wall', '-Wextra', '-shared', '-fPIC'];
  const { exitCode, stderr } = Bun.spawnSync(['cc', ...flags, '-o', library, join(import.meta.dir, 'disk.c'), '-ldl']);
  if (exitCode !== 0 || stderr.length > 0) throw new Error(`disk.c does not compile:\n${stderr}`);
  compiled = library;
  return library;
}
