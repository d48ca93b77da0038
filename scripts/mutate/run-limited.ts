import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { end } from '../../tests/support/process/processes.ts';

/** In the blocks of `ulimit`, four gigabytes or more: no file that a broken service writes fills the disk. */
const mostBlocks = 2 ** 23;
/** For removing what was made. What has not ended by then is killed. */
const graceMs = 20_000;

/** Runs a command until it ends, reports a failure or is to stop, and ends all that it has started. Has an empty folder for it. */
export async function runLimited(
  command: readonly string[],
  cwd: string,
  folder: string,
  env: object,
  stop: AbortSignal,
) {
  mkdirSync(folder);
  const log = `${folder}.log`;
  // A file, because what is left behind would hold a pipe open.
  const file = openSync(log, 'a');
  const program = Bun.spawn(['sh', '-c', `ulimit -f ${mostBlocks}; exec "$@"`, 'sh', ...command], {
    cwd,
    env: { ...process.env, FORCE_COLOR: '0', ...env, TMPDIR: folder },
    stdio: ['ignore', file, file],
    // It leads a group of processes.
    detached: true,
  });
  closeSync(file);
  const output = () => readFileSync(log, 'utf8');
  const isRunning = () => program.exitCode === null && program.signalCode === null;
  while (isRunning() && !stop.aborted && !/^FAILED /m.test(output()))
    await Promise.race([program.exited, Bun.sleep(500)]);
  const isStopped = isRunning() && stop.aborted;
  program.kill('SIGTERM');
  await Promise.race([program.exited, Bun.sleep(graceMs)]);
  end(-program.pid);
  const result = { output: output(), hasFailed: (await program.exited) !== 0, isStopped };
  for (const path of [folder, log]) rmSync(path, { recursive: true, force: true });
  return result;
}

/** The first failed test and its file, or the name of the failed check, in what `bun test` or `check.ts` has printed. */
export function failureIn(output: string): { file: string; name: string } {
  const check = /^FAILED (.+?)(?:: \d+ passed.*| \([\d.]+ s.*)?$/m.exec(output);
  let file = '';
  for (const line of output.slice(check?.index).split('\n')) {
    if (line.endsWith('.test.ts:')) file = line.slice(0, -1);
    const test = /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1];
    if (test !== undefined) return { file, name: `"${test}"` };
    if (line === '# Unhandled error between tests') return { file, name: 'an error outside tests' };
  }
  return { file: '', name: check?.[1] ?? 'a crash' };
}
