import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { countOf, type Job, type Outcome, type PoolOptions, runJobs } from './job-pool.ts';

const run = (script: string): Job => ({
  name: script,
  command: [process.execPath, '-e', script],
});

async function outcomesOf(jobs: readonly Job[], options: Partial<PoolOptions> = {}): Promise<Outcome[]> {
  const env = async () => ({ ...process.env });
  const outcomes: Outcome[] = [];
  const { signal } = new AbortController();
  for await (const outcome of runJobs(jobs, { cwd: '.', env, concurrency: 2, limitMs: 60_000, signal, ...options }))
    outcomes.push(outcome);
  return outcomes;
}

test('reports the output of a failed check', async () => {
  const outcomes = await outcomesOf([run('console.log("all well")'), run('console.log("broken"); process.exit(3)')]);
  expect(outcomes.map(({ passed, failed, output }) => [output, passed, failed]).sort()).toEqual([
    ['all well\n', 1, 0],
    ['broken\n', 0, 1],
  ]);
});

test('a command that cannot be started fails', async () => {
  const [outcome] = await outcomesOf([{ name: 'absent', command: ['/nonexistent/program'] }]);
  expect(outcome).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('/nonexistent/program') });
});

test('a command that exceeds its time limit is ended and fails', async () => {
  const [outcome] = await outcomesOf([run('setInterval(() => {}, 1_000)')], { limitMs: 200 });
  expect(outcome).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('ended by SIGTERM') });
});

test('a test that passes only the second time has passed, and is named', async () => {
  const scratch = makeScratchFolder();
  const path = join(scratch.path, 'unsteady.test.ts');
  const body = `import { expect, test } from 'bun:test';
    let runs = 0;
    test('steady', () => expect(true).toBe(true));
    test('settles', () => expect(++runs).toBe(2));`;
  writeFileSync(path, body);
  const outcomeWith = async (...more: string[]) =>
    (await outcomesOf([{ name: 'unsteady', command: [process.execPath, 'test', ...more, path], testFiles: [] }]))[0];
  expect(await outcomeWith('--retry=1')).toMatchObject({
    passed: 2,
    failed: 0,
    flaky: [expect.stringMatching(/unsteady\.test\.ts: settles$/)],
  });
  expect(await outcomeWith()).toMatchObject({ passed: 1, failed: 1, flaky: [] });
  scratch.remove();
});

test('starts another command when those that run leave the processor idle, and only then', async () => {
  const scratch = makeScratchFolder();
  const [file, given] = [join(scratch.path, 'begun'), join(scratch.path, 'given-up')];
  const waits = run(`const { existsSync } = require('node:fs');
    while (!existsSync('${file}')) { if (existsSync('${given}')) process.exit(1); await Bun.sleep(10); }`);
  const ends = run(`require('node:fs').writeFileSync('${file}', '')`);
  const pool = { concurrency: 1, idleConcurrency: 1 };
  let looks = 0;
  const idleTimeMs = () => {
    // After two whole looks, of which each reads it before and after.
    if (++looks > 4) writeFileSync(given, '');
    return 0;
  };
  const [first, second] = await outcomesOf([waits, ends], { ...pool, idleTimeMs });
  expect(first).toMatchObject({ job: waits, failed: 1 });
  expect(second).toMatchObject({ job: ends, passed: 1 });

  for (const path of [file, given]) rmSync(path);
  let idleMs = 0;
  const idle = { ...pool, idleTimeMs: () => (idleMs += 1_000) };
  // The first passes only because the second begins before it ends.
  expect((await outcomesOf([waits, ends], idle)).map(({ passed }) => passed)).toEqual([1, 1]);
  scratch.remove();
});

test('a stop ends the running commands, and starts no more', async () => {
  const stop = new AbortController();
  const outcomes: Outcome[] = [];
  const jobs = [run(''), run('setInterval(() => {}, 1_000)'), run('setInterval(() => {}, 1_000) // never begun')];
  const env = async () => ({ ...process.env });
  for await (const outcome of runJobs(jobs, { cwd: '.', env, concurrency: 1, limitMs: 60_000, signal: stop.signal })) {
    outcomes.push(outcome);
    setTimeout(() => stop.abort(), 0);
  }
  expect(outcomes.map(({ passed, failed }) => [passed, failed])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

const files = ['one.test.ts', 'other.test.ts'];
const one = 'one.test.ts:\n(pass) it works [0.05ms]\n';
const other = '\nother.test.ts:\n(skip) it works elsewhere\n';

test.each([
  ['all that passed', 0, `${one}${other}\n 12 pass\n 0 fail\n`, { passed: 12, failed: 0 }],
  ['what failed beside what passed', 1, `${one}${other}\n 3 pass\n 2 fail\n`, { passed: 3, failed: 2 }],
  ['a runner that broke off', 139, one, { passed: 0, failed: 1 }],
  ['a runner that broke off after its report', 1, `${one}${other}\n 3 pass\n 0 fail\n`, { passed: 3, failed: 1 }],
  ['a file without tests as failed', 0, `${one}\nother.test.ts:\n\n 1 pass\n 0 fail\n`, { passed: 1, failed: 1 }],
  ['files that the runner does not report as failed', 0, ' 0 pass\n 0 fail\n', { passed: 0, failed: 2 }],
])('counts %s', (_what, exitCode, report, counts) => {
  expect(countOf({ testFiles: files }, exitCode, report)).toEqual(counts);
});
