import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { statOf } from './processes.ts';

/** The file in which test processes record the processor time of their browsers. */
export const browserTimeVariable = 'TEST_BROWSER_TIME';

/** Linux counts in hundredths of a second, whatever its kernel uses internally. */
const msPerTick = 10;

/**
 * Adds the processor time of the browsers that this process has started to the file at `TEST_BROWSER_TIME`, if it is
 * set. To be called before a browser closes: it does not wait for its processes, so that nobody can count them later.
 */
export function recordBrowserTime(): void {
  const file = process.env[browserTimeVariable];
  if (file === undefined || !existsSync('/proc/self/stat')) return;
  const ticks = descendants(process.pid)
    // The browser's first process has no type; this process waits for it, and its time counts as this one's.
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes('--type='))
    .reduce((total, pid) => total + sum(statOf(pid).slice(11, 15)), 0);
  appendFileSync(file, `${ticks * msPerTick}\n`);
}

/** What test processes have recorded in this file. */
export function readBrowserTimeMs(file: string): number {
  return sum(read(file).split('\n'));
}

/**
 * The processor time of this process, and of all processes that it and they have started and waited for. `undefined`
 * where the system does not tell.
 */
export function ownTimeMs(): number | undefined {
  const fields = statOf('self');
  return fields.length === 0 ? undefined : sum(fields.slice(11, 15)) * msPerTick;
}

function descendants(ancestor: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = Number(statOf(name)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [...(children.get(ancestor) ?? [])];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The content of a file; empty if it is gone, as that of a process which has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function sum(numbers: readonly string[]): number {
  return numbers.reduce((total, number) => total + Number(number), 0);
}
