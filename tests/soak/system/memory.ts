import { readFileSync } from 'node:fs';

const kibibytesOfMebibyte = 1_024;

/** The memory of a process now, and the most that it has held, in MiB. Linux only. */
export function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { now: field('VmRSS') / kibibytesOfMebibyte, peak: field('VmHWM') / kibibytesOfMebibyte };
}
