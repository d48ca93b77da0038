import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePreload, diskFaultsSource } from '../../support/faults/preload.ts';
import type { Fault } from './fault.ts';

type DiskFault = 'fail-flush' | 'hang-flush' | 'fail-write' | 'full';

/** A disk that fails when told to. */
export interface FaultyDisk {
  /** For the processes that use it. */
  readonly env: Record<string, string>;
  /** Makes it fail for a time, or until the returned function is called. */
  fail(how: DiskFault, ms: number): Promise<() => void>;
}

export function makeFaultyDisk(folder: string): FaultyDisk {
  const library = compilePreload(diskFaultsSource, join(folder, 'disk-faults.so'));
  const faults = join(folder, 'disk-faults');
  mkdirSync(faults);
  // PostgreSQL runs as another user.
  for (const path of [folder, library, faults]) chmodSync(path, 0o755);
  return {
    env: { LD_PRELOAD: library, DISK_FAULTS: faults },
    async fail(how, ms) {
      const flag = join(faults, how);
      writeFileSync(flag, '');
      await Bun.sleep(ms);
      return () => rmSync(flag, { force: true });
    },
  };
}

/** What can fail, and for how long at most (ms). */
const kinds = {
  'fail-flush': { name: 'flushes fail', longestMs: 1_500 },
  'hang-flush': { name: 'flushes hang', longestMs: 3_000 },
  'fail-write': { name: 'writes fail', longestMs: 1_500 },
  full: { name: 'the disk is full', longestMs: 3_000 },
} as const satisfies Record<DiskFault, unknown>;

export const allDiskFaults: readonly DiskFault[] = ['fail-flush', 'hang-flush', 'fail-write', 'full'];

/** The program that uses a disk. */
interface DiskUser {
  kill(): Promise<void>;
  /** Starts it, unless it is running. */
  start(): Promise<void>;
}

/** The disk fails for a while and recovers; the program that uses it keeps running or is killed meanwhile. */
export function diskFaults(disk: FaultyDisk, user: DiskUser, which = allDiskFaults): Fault[] {
  return which.flatMap((how): Fault[] => [
    {
      name: kinds[how].name,
      async inject(random) {
        const end = await disk.fail(how, random.between(20, kinds[how].longestMs));
        return async () => {
          end();
          await user.start();
        };
      },
    },
    {
      name: `${kinds[how].name}, and the process is killed`,
      async inject(random) {
        const end = await disk.fail(how, random.between(5, 300));
        await user.kill();
        end();
        return () => user.start();
      },
    },
  ]);
}
