import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runOnFile, type ScratchDatabase } from '../../support/engines.ts';

/** A database file in its own folder inside this one. It is removed with the folder. */
export function sqliteFile(folder: string): ScratchDatabase & { readonly folder: string; readonly path: string } {
  const data = join(folder, 'data');
  mkdirSync(data);
  const path = join(data, 'petstore.db');
  return {
    folder: data,
    path,
    url: `sqlite:${path}`,
    run: async (sql) => runOnFile(path, sql),
    remove: async () => undefined,
  };
}
