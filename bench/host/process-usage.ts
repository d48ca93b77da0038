import { readdir, readFile } from 'node:fs/promises';

export interface Usage {
  /** User and system time of all threads, and of all children, also those that have ended. */
  readonly cpuMs: number;
  /** The most memory held at any one time since the start, summed over the processes. */
  readonly peakMemoryBytes: number;
  /** How many there are: it and its children. */
  readonly processes: number;
}

/** The usage of a process and its children. Undefined where there is no /proc. */
export async function readUsage(processId: number): Promise<Usage | undefined> {
  if (process.platform !== 'linux') return undefined;
  const usages = (await Promise.all((await family(processId)).map(readOne))).filter((usage) => usage !== undefined);
  return {
    cpuMs: usages.reduce((sum, usage) => sum + usage.cpuMs, 0),
    peakMemoryBytes: usages.reduce((sum, usage) => sum + usage.peakMemoryBytes, 0),
    processes: usages.length,
  };
}

// USER_HZ is 100 on every architecture Linux and a JavaScript runtime share: one tick is 10 ms.
export const tickMs = 10;

/** Undefined when it has ended meanwhile, as the helpers of a database do at any time. */
async function readOne(processId: number): Promise<Omit<Usage, 'processes'> | undefined> {
  const files = ['stat', 'status'].map((name) => readFile(`/proc/${processId}/${name}`, 'utf8'));
  const [stat, status] = await Promise.all(files).catch(() => []);
  if (stat === undefined || status === undefined) return undefined;
  // Fields 14 to 17 of proc(5): utime, stime, cutime, cstime. The second, the name, may hold blanks; it ends with `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const peakKib = Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  return { cpuMs: ticks * tickMs, peakMemoryBytes: peakKib * 1024 };
}

export async function family(processId: number): Promise<number[]> {
  const threads = await readdir(`/proc/${processId}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => childrenOf(processId, thread)));
  const families = await Promise.all(lists.flat().map(family));
  return [processId, ...families.flat()];
}

async function childrenOf(processId: number, thread: string): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${thread}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
