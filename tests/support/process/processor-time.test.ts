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

const busyMs = 100;

/** Starts a process that works for a while and then waits for the end of its input. */
async function startBusy(...args: string[]) {
  // Asking for the time takes more time of the system than of the program: most of the work has to be between.
  const script = `while (process.cpuUsage().user < ${busyMs * 1_000}) for (let i = 0; i < 1_000_000; i++);
    console.log('done'); await Bun.stdin.text()`;
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
  expect(readBrowserTimeMs(file)).toBeGreaterThanOrEqual(busyMs);
  for (const busy of [other, renderer]) {
    busy.stdin.end();
    await busy.exited;
  }
  expect(ownTimeMs()).toBeGreaterThanOrEqual(2 * busyMs);
  scratch.remove();
});
