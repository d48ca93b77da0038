import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilePreload, diskFaultsSource } from '../../tests/support/preload.ts';
import type { Random } from '../random.ts';
import type { Fault } from './fault.ts';

type DiskFault = 'fail-flush' | 'hang-flush' | 'fail-write' | 'full';

/** A disk that fails when told to. */
export interface FaultyDisk {
  /** For the processes that use it. */
  readonly env: Record<string, string>;
  /** Lets it fail for a time, or until the returned function is called. */
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

/** The disk fails for a while, and works again. */
export function diskFaults(disk: FaultyDisk): Fault[] {
  const fault = (name: string, how: DiskFault, longestMs: number, weight = 2): Fault => ({
    name,
    weight,
    async inject(random) {
      const end = await disk.fail(how, random.between(20, longestMs));
      return async () => end();
    },
  });
  return [
    fault('flushes fail', 'fail-flush', 1_500),
    fault('flushes hang', 'hang-flush', 3_000),
    fault('writes fail', 'fail-write', 1_500),
    fault('the disk is full', 'full', 3_000),
  ];
}

/** The disk fails, and the process is killed before it works again. */
export function diskFaultsWithKill(disk: FaultyDisk, node: { kill(): Promise<void>; start(): Promise<void> }): Fault[] {
  const kinds = ['fail-flush', 'hang-flush', 'fail-write', 'full'] as const;
  return kinds.map((how) => ({
    name: `kill -9 during ${how}`,
    async inject(random: Random) {
      const end = await disk.fail(how, random.between(5, 300));
      await node.kill();
      end();
      return () => node.start();
    },
  }));
}
