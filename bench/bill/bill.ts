import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, jobs } from './jobs.ts';

/** For what petstore uses processor time: two threads without the jobs in them, the jobs, and what the runtime does beside. */
export const parts = ['main', 'writer', ...jobs, 'runtime'] as const;

/** Processor time in microseconds. */
export type Bill = Readonly<Record<(typeof parts)[number], number>>;

/** With this environment petstore tells the processor time of its jobs in a folder. */
export function billEnvironment(folder: string): Record<string, string> {
  return { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'measure-jobs.ts')}`, BILL_FOLDER: folder };
}

/** What a process has used since its start, `total` microseconds; undefined where the system does not tell it by thread. */
export async function readBill(processId: number, folder: string, total: number): Promise<Bill | undefined> {
  const threads = `/proc/${processId}/task`;
  const read = (thread: string, file: string) => readFile(join(threads, thread, file), 'utf8').catch(() => undefined);
  const ids = await readdir(threads).catch(() => []);
  const names = await Promise.all(ids.map((id) => read(id, 'comm')));
  const writer = ids[names.findIndex((name) => name?.trim() === 'Worker')];
  // Its first field is the time on a processor, in nanoseconds; see schedstats in the kernel's documents.
  const [ofMain, ofWriter] = await Promise.all(
    [String(processId), writer].map(async (id) => id && (await read(id, 'schedstat'))?.split(' ')[0]),
  );
  if (ofMain === undefined || ofWriter === undefined) return undefined;
  const [main, wrote] = [Number(ofMain) / 1_000, Number(ofWriter) / 1_000];
  const [inMain = [], inWriter = []] = await Promise.all(
    ['main', 'writer'].map((name) => readTimes(join(folder, name))),
  );
  const sum = (times: readonly number[]) => times.reduce((one, other) => one + other, 0);
  const ofJob = (job: Job) => (inMain[jobs.indexOf(job)] ?? 0) + (inWriter[jobs.indexOf(job)] ?? 0);
  return {
    main: main - sum(inMain),
    writer: wrote - sum(inWriter),
    indexes: ofJob('indexes'),
    counts: ofJob('counts'),
    others: ofJob('others'),
    runtime: total - main - wrote,
  };
}

/** What each of so many requests took, and all parts together. */
export function divideBill(before: Bill, after: Bill, requests: number): Bill & { readonly total: number } {
  const each = (part: (typeof parts)[number]) => (after[part] - before[part]) / requests;
  const total = parts.reduce((sum, part) => sum + each(part), 0);
  return { ...(Object.fromEntries(parts.map((part) => [part, each(part)])) as Bill), total };
}

async function readTimes(file: string): Promise<number[]> {
  return [...new Float64Array(await Bun.file(file).arrayBuffer())];
}
