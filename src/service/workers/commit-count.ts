import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../../lib/start-error.ts';

/**
 * The number of commits that workers were told of, in memory that all processes of the service share. It moves before
 * anyone is told, so whoever finds it where it was has seen all that was acknowledged; to look costs nanoseconds.
 */
export class CommitCount {
  /** The file behind the memory. */
  readonly path: string;
  readonly #numbers: Int32Array;

  /** Opens what `make` has made, in any process. */
  constructor(path: string) {
    this.path = path;
    const bytes = Bun.mmap(path);
    this.#numbers = new Int32Array(bytes.buffer, bytes.byteOffset, 1);
  }

  /** Makes it in a folder of its own that nobody else may enter. @throws StartError */
  static make(): CommitCount {
    try {
      const path = join(mkdtempSync(join(tmpdir(), 'petstore-workers-')), 'commits');
      writeFileSync(path, new Uint8Array(Int32Array.BYTES_PER_ELEMENT), { mode: 0o600 });
      return new CommitCount(path);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : cause;
      throw new StartError(`workers need a temporary folder, which TMPDIR can name: ${reason}`, { cause });
    }
  }

  /** Only its changes mean something: it begins again after 2^32. */
  get value(): number {
    return Atomics.load(this.#numbers, 0);
  }

  increase(): void {
    Atomics.add(this.#numbers, 0, 1);
  }

  /** Removes the file; the memory stays for those who have it. */
  remove(): void {
    rmSync(dirname(this.path), { recursive: true, force: true });
  }
}
