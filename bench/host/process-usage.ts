import { readdir, readFile } from 'node:fs/promises';
import type { Cores } from './cores.ts';

/** Of a process and its children. */
export interface Usage {
  /** User and system time of all threads, and of all children, also those that have ended. */
  readonly cpuMs: number;
  /** The most memory held at any one time since the start, summed over the processes. */
  readonly peakMemoryBytes: number;
  readonly processes: number;
}

/** Undefined where there is no /proc. */
export async function readUsage(processId: number): Promise<Usage | undefined> {
  if (process.platform !== 'linux') return undefined;
  const usages = (await Promise.all((await family(processId)).map(readOne))).filter((usage) => usage !== undefined);
  const sum = (key: keyof Usage) => usages.reduce((total, usage) => total + usage[key], 0);
  return {
    cpuMs: sum('cpuMs'),
    peakMemoryBytes: sum('peakMemoryBytes'),
    processes: sum('processes'),
  };
}

// USER_HZ is 100 on every architecture Linux and a JavaScript runtime share: one tick is 10 ms.
const tickMs = 10;

/** Undefined when it has ended meanwhile, as the helpers of a database do at any time. */
async function readOne(processId: number): Promise<Usage | undefined> {
  const files = ['stat', 'status'].map((name) => readFile(`/proc/${processId}/${name}`, 'utf8'));
  const [stat, status] = await Promise.all(files).catch(() => []);
  if (stat === undefined || status === undefined) return undefined;
  // Fields 14 to 17 of proc(5): utime, stime, cutime, cstime. The second, the name, may hold blanks; it ends with `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    cpuMs: ticks * tickMs,
    peakMemoryBytes: bytes('VmHWM'),
    processes: 1,
  };
}

async function family(processId: number): Promise<number[]> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => childrenOf(processId, thread)));
  const families = await Promise.all(lists.flat().map(family));
  return [processId, ...families.flat()];
}

async function childrenOf(processId: number, thread: string): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${thread}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

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
