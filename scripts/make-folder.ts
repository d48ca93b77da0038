import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';

/**
 * Makes a folder anew. It is never seen half full, also when somebody else makes it at the same moment, and stays as it
 * was when `fill` throws. It is as old as what it was made of: a source that was changed meanwhile is newer.
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

/** Puts a folder in the place of another one, if there is one. */
function replaceFolder(target: string, replacement: string): void {
  const replaced = `${replacement}.old`;
  rmSync(replaced, { recursive: true, force: true });
  while (!isMoved(replacement, target)) if (isMoved(target, replaced)) rmSync(replaced, { recursive: true });
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

if (import.meta.main) {
  const [target = '', replacement = ''] = process.argv.slice(2);
  replaceFolder(target, replacement);
}
