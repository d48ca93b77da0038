import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The program runs from its sources, or as `scripts/build-program.ts` has built it: then all files are in one folder.
const isSource = extname(import.meta.url) === '.ts';
const programFile = (name: string) => new URL(isSource ? `../${name}.ts` : `./${name}.js`, import.meta.url);

/** The address of the program of the thread that writes to SQLite. */
export const writerScript = programFile('writer').href;

/** The path of the program of a worker. */
export const workerScript = fileURLToPath(programFile('worker'));

/** The folder into which `scripts/build-console.ts` puts the console and the API reference. */
export const consoleFolder = fileURLToPath(new URL(isSource ? '../../build/console/' : '../console/', import.meta.url));
