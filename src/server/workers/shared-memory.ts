import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, StartError } from '../../lib/errors.ts';

/** Where the memory may be: first in a file system without a disk, which no cleaner of temporary files visits either. */
const folders = () => ['/dev/shm', tmpdir()];

/**
 * Makes memory that several processes can open, filled with zeros, and returns its file descriptor, which child processes
 * inherit. The file has no name any more: nothing can remove it, and it is gone with the last process.
 * @throws StartError
 */
export function makeSharedMemory(sizeBytes: number, candidates = folders()): number {
  let failure: unknown;
  for (const folder of candidates) {
    try {
      return makeUnnamedFile(folder, new Uint8Array(sizeBytes));
    } catch (error) {
      failure = error;
    }
  }
  const reason = messageOf(failure);
  throw new StartError(`workers need a temporary folder, which TMPDIR can name: ${reason}`, { cause: failure });
}

function makeUnnamedFile(folder: string, content: Uint8Array): number {
  // Nobody else may enter a folder that mkdtemp makes.
  const own = mkdtempSync(join(folder, 'petstore-workers-'));
  const path = join(own, 'memory');
  try {
    const descriptor = openSync(path, 'wx+', 0o600);
    try {
      if (writeSync(descriptor, content) < content.length) throw new Error(`there is no room in ${folder}`);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
    return descriptor;
  } finally {
    rmSync(path, { force: true });
    rmdirSync(own);
  }
}

export function openSharedMemory(descriptor: number): Uint8Array<ArrayBuffer> {
  return Bun.mmap(`/dev/fd/${descriptor}`, { shared: true });
}
