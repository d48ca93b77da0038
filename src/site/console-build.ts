import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../errors.ts';

/** A script or its styles, whose name changes with its content. */
export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
}

/** The console and the API reference as they were built. */
export interface ConsoleBuild {
  /** The page of the console, in which the environment is still to be filled. */
  readonly page: string;
  /** The page of the API reference, likewise. */
  readonly referencePage: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

const types: readonly (readonly [suffix: string, type: string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
];

/**
 * Reads all of a build at once: who has its page finds what belongs to it, whatever becomes of the folder meanwhile.
 * @throws ServiceError `unavailable` when the console was not built
 */
export function readConsoleBuild(folder: string): ConsoleBuild {
  const pageFile = join(folder, 'index.html');
  if (!existsSync(pageFile)) {
    throw new ServiceError('unavailable', 'The console is not built: start the service with npm start.');
  }
  const page = readFileSync(pageFile, 'utf8');
  const referencePage = readFileSync(join(folder, 'reference.html'), 'utf8');
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = types.find(([suffix]) => name.endsWith(suffix))?.[1];
    if (type === undefined) continue;
    const read = (file: string) => new Uint8Array(readFileSync(join(folder, file)));
    assets.set(name, { type, bytes: read(name), compressed: read(`${name}.gz`) });
  }
  return { page, referencePage, assets };
}
