import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onStopSignals, signalExitCodes } from './signals.ts';

/** The free space of the disk on which a file is, or would be. */
export function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

/**
 * How long it takes to write a page and have it on the disk of a folder (ms): the least of several times. The file has no name while
 * that lasts.
 * @returns `undefined` when one time takes longer than `limitMs`
 * @throws Error of the system, such as ENOSPC or EIO
 */
export async function measureFlush(folder: string, limitMs: number): Promise<number | undefined> {
  const path = join(folder, `.petstore-${crypto.randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  await unlink(path);
  const page = new Uint8Array(4_096);
  const flushOnce = async () => {
    const startedAt = performance.now();
    await file.write(page, 0, page.length, 0);
    await file.sync();
    return performance.now() - startedAt;
  };
  const flush = async () => {
    try {
      return Math.min(await flushOnce(), await flushOnce(), await flushOnce());
    } finally {
      await file.close();
    }
  };
  const { promise: tooLong, resolve } = Promise.withResolvers<undefined>();
  setTimeout(resolve, limitMs).unref();
  return await Promise.race([flush(), tooLong]);
}

let temporaryFolders = 0;

/** A new folder for temporary files, which `using` removes, and the end of the process, also one by a signal. */
export function makeTemporaryFolder(prefix: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.on('exit', remove);
  const stopListening = onStopSignals((signal) => {
    // Who else listens to it ends the process in another way.
    if (process.listenerCount(signal) === temporaryFolders) process.exit(signalExitCodes[signal]);
  });
  temporaryFolders += 1;
  return {
    path,
    [Symbol.dispose]() {
      remove();
      process.off('exit', remove);
      stopListening();
      temporaryFolders -= 1;
    },
  };
}
