import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';

/**
 * Replaces a folder atomically: it is never visible half filled, even if several processes make it at once, and stays
 * unchanged if `fill` throws. Its modification time is that of the start, so a source that changes meanwhile is newer.
 */
export async function makeFolder(target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const startedAt = new Date();
  const scratch = `${target}.${process.pid}.new`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    await fill(scratch);
    utimesSync(scratch, startedAt, startedAt);
    replaceFolder(target, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Moves a folder to `target`, replacing an existing one. */
function replaceFolder(target: string, replacement: string): void {
  const replaced = `${replacement}.old`;
  rmSync(replaced, { recursive: true, force: true });
  while (!isMoved(replacement, target)) if (isMoved(target, replaced)) rmSync(replaced, { recursive: true });
}

/** Moves a folder. Returns false if the destination exists or the source is gone. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(error.code)))
      return false;
    throw error;
  }
}

if (import.meta.main) {
  const [target = '', replacement = ''] = process.argv.slice(2);
  replaceFolder(target, replacement);
}
