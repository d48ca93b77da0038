import { statfsSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import type { Cores } from '../host/cores.ts';
import { nodeVersion } from '../install.ts';

/** Where the figures come from: without it they mean nothing. */
export interface Machine {
  readonly processor: string;
  readonly processors: number;
  readonly system: string;
  readonly bun: string;
  /** What the peers run on. */
  readonly node: string;
  readonly cores: Cores;
  /** A memory file system has no disk to wait for: creates look faster than they are. */
  readonly isScratchInMemory: boolean;
}

export function describeMachine(cores: Cores, scratchFolder: string): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    system: `${type()} ${release()}`,
    bun: Bun.version,
    node: nodeVersion,
    cores,
    isScratchInMemory: isInMemory(scratchFolder),
  };
}

export function machineLines(machine: Machine): string[] {
  const { cores } = machine;
  return [
    machineTitle(machine),
    cores.kind === 'pinned'
      ? `server on core ${cores.server}, load generator and PostgreSQL on core ${cores.generator}`
      : `NOT PINNED (${cores.reason}): server and load generator get in each other's way`,
    ...(machine.isScratchInMemory
      ? ['NO DISK: the temporary folder is in memory; set TMPDIR to a folder on a disk']
      : []),
  ];
}

export function machineTitle({ processor, processors, system, bun, node }: Machine): string {
  return `${processor}, ${processors} processors, ${system}, Bun ${bun}, Node ${node}`;
}

const memoryFileSystems = [0x01021994, 0x858458f6];

function isInMemory(folder: string): boolean {
  return process.platform === 'linux' && memoryFileSystems.includes(statfsSync(folder).type);
}
