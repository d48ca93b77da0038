import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../package.json' with { type: 'json' };

/** The version of the program. */
export const programVersion = version;

// The program runs from its sources, or built by `scripts/build-program.ts`: then all files are in one folder.
const isSource = extname(import.meta.url) === '.ts';
const programFile = (name: string) => new URL(isSource ? `../${name}.ts` : `./${name}.js`, import.meta.url);

/** URL of the script of the SQLite writer thread. */
export const writerScript = programFile('writer').href;

/** Path of the script of a worker process. */
export const workerScript = fileURLToPath(programFile('worker'));

/** The folder with the console, the API reference and the script for other web sites, built by `scripts/build-console.ts`. */
export const consoleFolder = fileURLToPath(new URL(isSource ? '../../build/console/' : '../console/', import.meta.url));
