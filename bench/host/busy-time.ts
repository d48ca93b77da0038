import { readFile } from 'node:fs/promises';
import type { Cores } from './cores.ts';
import { tickMs } from './process-usage.ts';

/**
 * For how long the cores of server and load generator were busy since the system started, with all programs, and taken
 * away by the host of a virtual machine. Undefined where there is no /proc.
 */
export async function readBusyMs(cores: Cores): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const used = cores.kind === 'pinned' ? [cores.server, cores.generator].flatMap((list) => list.split(',')) : [''];
  return busyMs(await readFile('/proc/stat', 'utf8'), [...new Set(used)]);
}

/** `cores` are numbers, or the empty text for all together. Interrupts are left out: no process is charged for them. */
export function busyMs(stat: string, cores: readonly string[]): number {
  const ticks = cores.map((core) => {
    const line = stat.split('\n').find((candidate) => candidate.startsWith(`cpu${core} `)) ?? '';
    // Columns of proc(5): user, nice, system, idle, iowait, irq, softirq, steal.
    const columns = line.trim().split(/ +/).slice(1).map(Number);
    return [0, 1, 2, 7].reduce((sum, column) => sum + (columns[column] ?? 0), 0);
  });
  return ticks.reduce((sum, count) => sum + count, 0) * tickMs;
}
