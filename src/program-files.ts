import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The program runs from its sources, or as `scripts/build-program.ts` has made it of them: the same files, each in the
// folder of this one, with a name that ends as this one's does.
const extension = extname(import.meta.url);

/** The address of the program of the thread that writes to SQLite. */
export const writerScript = new URL(`./writer${extension}`, import.meta.url).href;

/** The path of the program of a worker. */
export const workerScript = fileURLToPath(new URL(`./worker${extension}`, import.meta.url));

/** The folder into which `scripts/build-console.ts` puts the console and the API reference. */
export const consoleFolder = fileURLToPath(
  new URL(extension === '.ts' ? '../build/console/' : '../console/', import.meta.url),
);
