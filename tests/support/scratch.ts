import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/** Creates a temporary folder for one test. */
export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(tmpdir(), 'petstore-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
