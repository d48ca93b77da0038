import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

export interface ScratchFolder {
  readonly path: string;
  /** Before the end of the tests of this process. */
  remove(): void;
}

/** Creates a temporary folder, which goes with the tests of this process at the latest. */
export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), 'petstore-test-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  atEnd(async () => remove());
  return { path, remove };
}
