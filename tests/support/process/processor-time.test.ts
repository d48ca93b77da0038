import { afterEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../scratch.ts';
import { browserTimeVariable, ownTimeMs, readBrowserTimeMs, recordBrowserTime } from './processor-time.ts';

const before = process.env[browserTimeVariable];
afterEach(() => {
  if (before === undefined) delete process.env[browserTimeVariable];
  else process.env[browserTimeVariable] = before;
});

/** Starts a process that works for a while and then waits for the end of its input. */
async function startBusy(...args: string[]) {
  const script = 'while (process.cpuUsage().user < 300_000); console.log("done"); await Bun.stdin.text()';
  const busy = Bun.spawn([process.execPath, '-e', script, '--', ...args], { stdin: 'pipe', stdout: 'pipe' });
  await busy.stdout.getReader().read();
  return busy;
}

test.skipIf(!existsSync('/proc/self/stat'))('counts the processes of a browser, and no others', async () => {
  const scratch = makeScratchFolder();
  const file = join(scratch.path, 'times');
  process.env[browserTimeVariable] = file;
  const other = await startBusy();
  recordBrowserTime();
  expect(readBrowserTimeMs(file)).toBe(0);
  const renderer = await startBusy('--type=renderer');
  recordBrowserTime();
  expect(readBrowserTimeMs(file)).toBeGreaterThanOrEqual(300);
  for (const busy of [other, renderer]) {
    busy.stdin.end();
    await busy.exited;
  }
  expect(ownTimeMs()).toBeGreaterThanOrEqual(600);
  scratch.remove();
});
