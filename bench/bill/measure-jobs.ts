/**
 * Loaded into petstore before its program, in each of its threads: adds up the processor time of the statements of each
 * background job, in a file that others read while it runs.
 */
import { dlopen } from 'bun:ffi';
import { Database, type Statement } from 'bun:sqlite';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommitShares, type Job, jobOf, jobs } from './jobs.ts';

const folder = Bun.env['BILL_FOLDER'] ?? '';
const file = join(folder, Bun.isMainThread ? 'main' : 'writer');
mkdirSync(folder, { recursive: true });
writeFileSync(file, new Float64Array(jobs.length));
const times = new Float64Array(Bun.mmap(file).buffer, 0, jobs.length);
const charge = (job: Job, time: number) => {
  const index = jobs.indexOf(job);
  times[index] = (times[index] ?? 0) + time;
};
const shares = new CommitShares(charge);

/** CLOCK_THREAD_CPUTIME_ID. `process.threadCpuUsage` counts whole ticks of the kernel, which are longer than a statement. */
const threadClock = 3;
const libc = dlopen('libc.so.6', { clock_gettime: { args: ['int', 'ptr'], returns: 'int' } });
const now = new BigInt64Array(2);

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (this: Database, text: string, ...rest: []) {
  const statement = prepare.call(this, text, ...rest);
  for (const method of ['run', 'values'] as const) {
    const run = statement[method].bind(statement) as (...params: unknown[]) => unknown;
    const measured = measure(text, run);
    if (measured !== undefined) Object.defineProperty(statement, method, { value: measured });
  }
  return statement as Statement;
} as typeof prepare;

/** A thread is given what this one was. */
globalThis.Worker = class extends Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(script, { ...options, preload: import.meta.path });
  }
};

function measure(text: string, run: (...params: unknown[]) => unknown) {
  const job = jobOf(text);
  if (job !== 'create') {
    return (...params: unknown[]) => {
      shares.note(job);
      return timed(
        () => run(...params),
        (time) => charge(job, time),
      );
    };
  }
  // Reads end in a commit, too, which costs next to nothing.
  if (Bun.isMainThread) return undefined;
  if (text === 'COMMIT') return () => timed(run, (time) => shares.commit(time));
  if (text.startsWith('BEGIN')) {
    return () => {
      shares.begin();
      return run();
    };
  }
  if (!text.startsWith('INSERT')) return undefined;
  return (...params: unknown[]) => {
    shares.note('create');
    return run(...params);
  };
}

function timed(run: () => unknown, add: (microseconds: number) => void): unknown {
  const before = threadMicroseconds();
  try {
    return run();
  } finally {
    add(threadMicroseconds() - before);
  }
}

function threadMicroseconds(): number {
  libc.symbols.clock_gettime(threadClock, now);
  const [seconds = 0n, nanoseconds = 0n] = now;
  return Number(seconds) * 1e6 + Number(nanoseconds) / 1e3;
}
