import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../../lib/start-error.ts';

/** Makes memory that several processes can open, filled with zeros, and returns its path. @throws StartError */
export function makeSharedMemory(sizeBytes: number): string {
  try {
    // Nobody else may enter a folder that mkdtemp makes.
    const path = join(mkdtempSync(join(tmpdir(), 'petstore-workers-')), 'memory');
    writeFileSync(path, new Uint8Array(sizeBytes), { mode: 0o600 });
    return path;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new StartError(`workers need a temporary folder, which TMPDIR can name: ${reason}`, { cause });
  }
}

export function openSharedMemory(path: string): Uint8Array<ArrayBuffer> {
  return Bun.mmap(path, { shared: true });
}

/** Removes the file. Processes that have opened the memory keep it. */
export function removeSharedMemory(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}
