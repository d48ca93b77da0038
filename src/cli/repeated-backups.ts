import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleepOnce } from 'node:timers/promises';
import { removeAbandoned } from '../store/sqlite/backup.ts';
import { maxTimerMs } from './options.ts';

export interface RepeatedBackups {
  folder: string;
  intervalMs: number;
  /** How many backups are kept; `undefined` for all of them. */
  kept: number | undefined;
  /** Ends the repetition. */
  signal: AbortSignal;
  backUp: (path: string) => Promise<void>;
  /** Reports a failure, after which the repetition goes on, with the backup that failed. */
  onFailure: (error: unknown, path?: string) => void;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Makes a backup now and after each interval. A failure, such as a full disk or a folder that is away, ends nothing. */
export async function repeatBackups(options: RepeatedBackups): Promise<void> {
  const { folder, intervalMs, kept, signal, backUp, onFailure, sleep = sleepFor } = options;
  while (!signal.aborted) {
    const path = join(folder, nameOf(new Date()));
    await backUp(path).catch((error) => onFailure(error, path));
    try {
      removeAbandoned(folder, (name) => namePattern.test(name));
      if (kept !== undefined) removeOld(folder, kept);
    } catch (error) {
      onFailure(error);
    }
    await sleep(intervalMs, signal);
  }
}

type Timer = (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>;

/** Sleeps for any time, until the signal is aborted. */
export async function sleepFor(ms: number, signal: AbortSignal, sleep: Timer = sleepOnce): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= maxTimerMs) {
    await sleep(Math.min(left, maxTimerMs), undefined, { signal }).catch(() => undefined);
  }
}

const namePattern = /^petstore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/;

/** A name that sorts by time and is valid on every file system. */
function nameOf(time: Date): string {
  return `petstore-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;
}

function removeOld(folder: string, keep: number): void {
  const backups = readdirSync(folder).filter((name) => namePattern.test(name));
  for (const name of backups.sort().slice(0, -keep)) rmSync(join(folder, name));
}
