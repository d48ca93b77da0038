/**
 * Checks everything: types, lint, dead code, the OpenAPI document, and the tests, several at the same time. It runs all
 * checks, even after a failure, and ends with the number that passed and failed.
 *
 *     check.ts [--static | --quick | --long] [--bail] [FILTER ...]
 *
 * `--static` skips the tests, `--quick` skips those that start programs, browsers and PostgreSQL, and `--long` runs those
 * of `tests/long` and of the soak instead, without checks. `--bail` stops at the first failure. With filters, only test
 * files run whose path contains one of them.
 *
 * A test that fails runs once more. One that passes then is listed as flaky, and does not fail the run; but where a failure
 * can mean lost data or a second effect (`test-files.ts` says where), no test runs again.
 */
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ownTimeMs } from '../tests/support/process/processor-time.ts';
import { startTestServices, type TestServices } from '../tests/support/test-services.ts';
import { type Job, type Outcome, runJobs, withoutTests } from './job-pool.ts';
import { findTestFiles } from './test-files.ts';

const root = Bun.fileURLToPath(new URL('..', import.meta.url));
/** Generous, for busy machines: they only end what hangs. */
const limits = { testMs: 300_000, jobMs: 1_800_000 };
/** What a whole run may take. It is told, not enforced: the time depends on the machine and on what else it does. */
const budgetMs = 720_000;

// With one checker: several check the types that they share once each, which takes more than twice the processor time.
const tsc = ['node', 'node_modules/typescript-native/bin/tsc', '--checkers', '1', '--incremental'];
/** What checks remember of files that have not changed. It can be deleted at any time. */
const memory = (name: string) => join('build', `check-${name}`);
/** There, programs for Node.js take three quarters of the processor time. */
const onBun = [process.execPath, '--bun'];
/** A fifth of the linter's time, for what the type checker finds as well. */
const skips = [
  'correctness/noUnusedVariables',
  'correctness/noUnusedFunctionParameters',
  'correctness/noUnusedImports',
  'suspicious/noRedeclare',
].map((rule) => `--skip=${rule}`);
const staticChecks: readonly Job[] = [
  {
    name: 'dead code and dependencies',
    command: [...onBun, 'node_modules/.bin/knip', '--cache', '--cache-location', memory('knip')],
  },
  { name: 'types', command: [...tsc, '--tsBuildInfoFile', memory('types'), '--project', '.'] },
  {
    name: 'types of the console',
    command: [...tsc, '--tsBuildInfoFile', memory('types-console'), '--project', 'console'],
  },
  { name: 'documents', command: [process.execPath, 'scripts/check-documents.ts'] },
  { name: 'lint and format', command: ['node_modules/.bin/biome', 'check', '--error-on-warnings', ...skips, '.'] },
];

const limit = ['--timeout', String(limits.testMs)];

const flag = { type: 'boolean', default: false } as const;
const { values, positionals: filters } = parseArgs({
  options: { static: flag, quick: flag, long: flag, bail: flag },
  allowPositionals: true,
});
const isStatic = values.static;
const isQuick = isStatic || values.quick;
const suite = values.long ? 'long' : isQuick ? 'quick' : 'usual';

const tests = (isStatic ? [] : findTestFiles(root, { suite, filters })).map(({ paths, isStrict }): Job => {
  const stops = [...(isStrict ? [] : ['--retry=1']), ...(values.bail ? ['--bail'] : [])];
  return {
    name: nameOf(paths),
    command: [process.execPath, 'test', '--no-orphans', ...limit, ...stops, ...paths.map((path) => `./${path}`)],
    testFiles: paths,
  };
});
const checks = values.long ? [] : staticChecks;

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

const services: TestServices = startTestServices({ isQuick });
const outcomes: Outcome[] = [];
let browserTimeMs = 0;
try {
  // The code of tests and checks runs a few times: the last optimising compiler and concurrent garbage collection cost an
  // eighth of its processor time and gain nothing; nor does collecting when memory is not needed, for a twentieth. What tests
  // start has none of these variables; `startServer` has its own.
  const savings = { BUN_JSC_useFTLJIT: '0', BUN_JSC_useConcurrentGC: '0', BUN_GC_TIMER_DISABLE: '1' };
  const testEnv = { ...process.env, FORCE_COLOR: '0', ...savings };
  // The type checker is a Go program. Its garbage, half a gigabyte, takes a quarter of its time to collect. The linter's
  // threads take a sixth of its time to wait for each other.
  const checkEnv = { ...testEnv, GOGC: 'off', RAYON_NUM_THREADS: '1' };
  const pool = runJobs([...checks, ...tests], {
    cwd: root,
    // The services start while the first checks run.
    env: async ({ testFiles }) => (testFiles ? { ...testEnv, ...(await services.env) } : checkEnv),
    // Long tests measure time, too.
    concurrency: values.long ? 1 : availableParallelism() + 2,
    idleConcurrency: values.long ? 0 : 2,
    limitMs: limits.jobMs,
    signal: stopping.signal,
  });
  for await (const outcome of pool) {
    outcomes.push(outcome);
    report(outcome);
    if (outcome.failed > 0 && values.bail) stopping.abort();
  }
} finally {
  browserTimeMs = services.browserTimeMs();
  await services.stop();
}

const sum = (counted: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[counted], 0);
const passedTests = outcomes.reduce((total, { job, passed }) => total + (job.testFiles ? passed : 0), 0);
const hasRunNothing = !isStatic && passedTests === 0;
const failed = sum('failed') + (hasRunNothing || stopping.signal.aborted ? 1 : 0);
for (const { job, output, failed } of outcomes) {
  if (failed === 0) continue;
  console.log(`FAILED ${job.name}`);
  for (const test of output.match(/^\(fail\) .*$/gm) ?? []) console.log(test);
}
if (stopping.signal.aborted) console.log('FAILED: stopped before the end');
else if (hasRunNothing) console.log('FAILED: no test has run');
const flaky = outcomes.flatMap((outcome) => outcome.flaky);
if (flaky.length > 0) console.log(['flaky:', ...flaky].join('\n  '));
const ownMs = ownTimeMs();
if (ownMs !== undefined) {
  const jobsMs = outcomes.reduce((total, { cpuMs }) => total + cpuMs, 0);
  const budget = suite !== 'usual' || filters.length > 0 ? '' : ` (budget ${budgetMs / 1_000} s)`;
  console.log(
    `${seconds(ownMs + browserTimeMs)} s of processor time${budget}: ${seconds(jobsMs)} s above, ` +
      `${seconds(browserTimeMs)} s in browsers, ` +
      `${seconds(ownMs - jobsMs)} s in ${isQuick ? '' : 'PostgreSQL, '}the installation and this script`,
  );
}
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The first and the last of some test files. */
function nameOf(testFiles: readonly string[]): string {
  const [first = '', last = ''] = [testFiles[0], testFiles.at(-1)];
  return testFiles.length < 2 ? first : `${first} to ${basename(last)} (${testFiles.length} files)`;
}

function report({ job, output, passed, failed, durationMs, cpuMs }: Outcome): void {
  const counts = job.testFiles ? `: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : '';
  const times = `${seconds(durationMs)} s, ${seconds(cpuMs)} s of processor time`;
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${job.name}${counts} (${times})`);
  if (failed === 0) return;
  for (const path of withoutTests(job.testFiles ?? [], output)) console.log(`${path} has run no test`);
  // Without the tests that passed, and the names of files of which all passed.
  console.log(output.replaceAll(/^\((?:pass|skip)\) .*\n/gm, '').replaceAll(/^\S+\.test\.ts:\n\n/gm, ''));
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
