import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';

/**
 * Makes a folder anew. It is never seen half full, also when somebody else makes it at the same moment, and stays as it
 * was when `fill` throws. It is as old as what it was made of: a source that was changed meanwhile is newer.
 */
export async function replaceFolder(target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const startedAt = new Date();
  const scratch = `${target}.${process.pid}.new`;
  const replaced = `${target}.${process.pid}.old`;
  for (const leftover of [scratch, replaced]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    await fill(scratch);
    utimesSync(scratch, startedAt, startedAt);
    while (!isMoved(scratch, target)) if (isMoved(target, replaced)) rmSync(replaced, { recursive: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Moves a folder to where none is. Tells false where there is one, or nothing to move any more. */
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
