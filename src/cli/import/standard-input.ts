import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Standard input as a file: an import reads a file twice, once to check all of it before anything is sent. */
export async function storeStandardInput(): Promise<{ path: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-import-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Errors end the process without returning here.
  process.once('exit', remove);
  const path = join(folder, 'input');
  await pipeline(process.stdin, createWriteStream(path));
  return { path, remove };
}
