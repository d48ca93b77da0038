import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { errorCodeOf } from '../errors.ts';
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

const temporaryFolders = new Set<string>();
let stopWatching = () => {};

/** A new folder for temporary files, which `using` removes, and the end of the process, also one by a signal. */
export function makeTemporaryFolder(prefix: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), prefix));
  if (temporaryFolders.size === 0) stopWatching = removeAtEnd();
  temporaryFolders.add(path);
  return {
    path,
    [Symbol.dispose]() {
      removeFolder(path);
      temporaryFolders.delete(path);
      if (temporaryFolders.size === 0) stopWatching();
    },
  };
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Removes what is there of temporary folders when the process ends. Returns what ends that. */
function removeAtEnd(): () => void {
  const removeAll = () => temporaryFolders.forEach(removeFolder);
  process.on('exit', removeAll);
  const stopListening = onStopSignals((signal) => {
    // Who else listens to it decides how the process ends.
    if (process.listenerCount(signal) === 1) process.exit(signalExitCodes[signal]);
  });
  return () => {
    process.off('exit', removeAll);
    stopListening();
  };
}

/** System error codes of what this user may not do. */
const refusals: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Why the system lets this user not use a file: names the file, or the folder of one that is not there. `undefined` for other errors. */
export function explainRefusal(error: unknown, path: string): string | undefined {
  if (!refusals.has(errorCodeOf(error))) return undefined;
  const named = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : path;
  const place = nearestExisting(resolve(named));
  if (errorCodeOf(error) === 'EROFS') return `the file system of ${place} is read-only; mount it for writing`;
  const user = nameOf(process.getuid?.() ?? 0);
  const owner = nameOf(statSync(place).uid);
  const advice = user === owner ? 'make it writable' : `give it to ${user} with "chown ${user} ${place}"`;
  return `the user ${user} may not use ${place}, which belongs to ${owner}; ${advice}`;
}

/** What this user cannot look into is there as well. */
function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path));
}

/** The name of a user, or the number of one without a name. */
function nameOf(uid: number): string {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(users)?.[1] ?? String(uid);
}

/** What root makes in a folder of another user belongs to that user, with all that it contains. */
export function giveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0 || !existsSync(path)) return;
  const { uid, gid } = statSync(dirname(resolve(path)));
  if (uid !== 0) give(path, uid, gid);
}

function give(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name), uid, gid);
}
