import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparedForServers } from '../../support/postgres/postgres-server.ts';
import { cleanEnv, readOutput } from '../../support/process/program.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dir, '../../..');
const program = `
  import { startTestServices } from './tests/support/test-services.ts';
  const services = startTestServices({ isQuick: false });
  console.log(JSON.stringify(await services.env));
  setInterval(() => undefined, 60_000);`;

/** Those of this run, because making them takes longer than all the rest. */
const made = Object.fromEntries(
  ['TEST_BROWSER', 'TEST_PROGRAM', 'TEST_THREADS'].flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  ),
);

test('a test run that is killed leaves neither PostgreSQL nor files behind', async () => {
  const run = Bun.spawn([process.execPath, '-e', program], {
    cwd: root,
    env: cleanEnv({ TMPDIR: process.env['TMPDIR'] ?? '/tmp', ...preparedForServers(), ...made }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let told = '';
  void readOutput(run.stdout, (text) => (told += text));
  await until('the services to start', () => told.includes('\n') || run.exitCode !== null);
  const { TMPDIR: folder = '' }: Record<string, string> = JSON.parse(told);
  const files = [...new Bun.Glob('*/data/postmaster.pid').scanSync({ cwd: folder })];
  const pids = files.map((file) => Number(readFileSync(join(folder, file), 'utf8').split('\n')[0]));
  expect(pids.filter(isRunning)).toHaveLength(1);
  run.kill('SIGKILL');
  await until('PostgreSQL to end', () => !pids.some(isRunning));
  await until('the folder to be removed', () => !existsSync(folder));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
