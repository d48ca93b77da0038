import { statfsSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import type { Cores } from '../host/cores.ts';
import { nodeVersion } from '../install.ts';

const memoryFileSystems = [0x01021994, 0x858458f6];

/** Where the figures come from: without it they mean nothing. */
export function describeMachine(cores: Cores, scratchFolder: string): string[] {
  const isInMemory = process.platform === 'linux' && memoryFileSystems.includes(statfsSync(scratchFolder).type);
  return [
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, ${type()} ${release()}, Bun ${Bun.version}, Node ${nodeVersion}`,
    cores.kind === 'pinned'
      ? `server on core ${cores.server}, load generator and PostgreSQL on core ${cores.generator}`
      : `NOT PINNED (${cores.reason}): server and load generator get in each other's way`,
    // There is no disk to wait for: creates look faster than they are.
    ...(isInMemory ? ['NO DISK: the temporary folder is in memory; set TMPDIR to a folder on a disk'] : []),
  ];
}
