import { readdirSync, readFileSync } from 'node:fs';
import { until } from '../until.ts';

/** The pids of the children of a process. Linux only. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((child) => Number(statOf(child)[1]) === pid);
}

/** Whether a process exists and is not a zombie. Linux only. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)[0];
  return state !== undefined && state !== 'Z';
}

/** Sends a signal to one process. @throws Error without a pid, which would signal the whole process group */
export function kill(pid: number | undefined, signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | 'SIGSTOP' | 'SIGCONT'): void {
  if (pid === undefined) throw new Error('there is no such process');
  process.kill(pid, signal);
}

/** Ends a process with SIGKILL that may have ended, or end by itself at the same moment. */
export function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL');
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

/** Stops a process with SIGSTOP, and waits until it has stopped: signals take effect with a delay. */
export async function halt(pid: number | undefined): Promise<void> {
  kill(pid, 'SIGSTOP');
  await until('the process to stand still', () => statOf(pid)[0], 'T');
}

/** The fields of /proc/PID/stat from the state on: the parent is the second, times are the 12th to 15th. Empty if it is gone. */
export function statOf(pid: number | string | undefined): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}
