import { cpus } from 'node:os';

/** How often to look whether the processor is idle. */
const lookMs = 1_000;

export interface Job {
  readonly name: string;
  readonly command: readonly string[];
  /** The test files, if it is `bun test`, which reports its own counts. */
  readonly testFiles?: readonly string[];
}

/** The result of a job. A job that is not a test counts as one. */
export interface Outcome {
  readonly job: Job;
  readonly passed: number;
  readonly failed: number;
  /** Tests that passed only when they ran again, as "file: test". */
  readonly flaky: readonly string[];
  readonly output: string;
  readonly durationMs: number;
  /** Processor time, also that of processes that the job has started and waited for. */
  readonly cpuMs: number;
}

export interface PoolOptions {
  readonly cwd: string;
  env(job: Job): Promise<Record<string, string | undefined>>;
  readonly concurrency: number;
  /** How many more run while half a processor core has nothing to do, because the others wait. */
  readonly idleConcurrency?: number;
  /** How long all processor cores have been idle, in milliseconds. */
  readonly idleTimeMs?: () => number;
  /** A job that takes longer is killed and counts as failed. */
  readonly limitMs: number;
  /** Ends all running jobs, and starts no others. */
  readonly signal: AbortSignal;
}

/** Runs jobs in order, several at the same time, and yields each outcome as its job ends. */
export async function* runJobs(jobs: readonly Job[], options: PoolOptions): AsyncGenerator<Outcome> {
  const { concurrency, idleConcurrency = 0, idleTimeMs = systemIdleMs, signal } = options;
  const waiting = [...jobs];
  const running = new Map<Job, Promise<Outcome>>();
  const startUpTo = (count: number) => {
    while (running.size < count && !signal.aborted) {
      const job = waiting.shift();
      if (job === undefined) return;
      running.set(job, runJob(job, options));
    }
  };
  while (true) {
    startUpTo(concurrency);
    if (running.size === 0) return;
    const idleBefore = idleTimeMs();
    const outcome = await Promise.race([...running.values(), Bun.sleep(lookMs)]);
    if (outcome !== undefined) {
      running.delete(outcome.job);
      yield outcome;
    } else if (idleTimeMs() - idleBefore > lookMs / 2) {
      startUpTo(Math.min(running.size + 1, concurrency + idleConcurrency));
    }
  }
}

function systemIdleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

async function runJob(job: Job, { cwd, env, limitMs, signal }: PoolOptions): Promise<Outcome> {
  const began = performance.now();
  try {
    const program = Bun.spawn([...job.command], {
      cwd,
      env: await env(job),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: limitMs,
      signal,
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      program.stdout.text(),
      program.stderr.text(),
      program.exited,
    ]);
    const durationMs = performance.now() - began;
    const end =
      program.signalCode === null ? '' : `ended by ${program.signalCode} after ${Math.round(durationMs)} ms\n`;
    const cpuMs = Number(program.resourceUsage()?.cpuTime.total ?? 0) / 1_000;
    const output = `${stdout}${stderr}${end}`;
    return { job, ...countOf(job, exitCode, stderr), flaky: flakyIn(stderr), output, durationMs, cpuMs };
  } catch (error) {
    const durationMs = performance.now() - began;
    return { job, passed: 0, failed: 1, flaky: [], output: `${error}\n`, durationMs, cpuMs: 0 };
  }
}

/** The test runner's own counts. A runner that crashes, and a file of which it runs no test, have failed. */
export function countOf({ testFiles }: Pick<Job, 'testFiles'>, exitCode: number, report: string) {
  if (testFiles === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const count = (word: string) => Number(new RegExp(`^\\s*([0-9]+) ${word}$`, 'm').exec(report)?.[1] ?? 0);
  const passed = count('pass');
  const failed = count('fail');
  const hasBrokenOff = exitCode !== 0 && failed === 0;
  return { passed, failed: failed + (hasBrokenOff ? 1 : withoutTests(testFiles, report).length) };
}

/** The files of which the runner reports no test. */
export function withoutTests(testFiles: readonly string[], report: string): string[] {
  const reported = new Set(testsIn(report).map(({ file }) => file));
  return testFiles.filter((path) => !reported.has(path));
}

/** The tests that the runner had to run again until they passed. */
export function flakyIn(report: string): string[] {
  return testsIn(report).flatMap(({ file, line }) => {
    const name = /^\(pass\) (.*) \(attempt \d+\)/.exec(line)?.[1];
    return name === undefined ? [] : [`${file}: ${name}`];
  });
}

/** The line of each test in a report, and its file. */
function testsIn(report: string): { file: string; line: string }[] {
  let file = '';
  return report.split('\n').flatMap((line) => {
    if (line.endsWith('.test.ts:')) file = line.slice(0, -1);
    return /^\((?:pass|fail|skip|todo)\) /.test(line) ? [{ file, line }] : [];
  });
}
