import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../../package.json' with { type: 'json' };

/** The commit that was built; scripts/build/build-options.ts defines it where it is known. */
declare const BUILD_COMMIT: string | undefined;

export const programVersion = version;

/** The commit of the program: `8c3ab65f21`, or `8c3ab65f21-modified`. `undefined` if it was not built in a git checkout. */
export const programCommit = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : undefined;

// The program runs from its sources, or bundled: then all its scripts are in one folder, which an executable has inside.
const isSource = extname(import.meta.url) === '.ts';
const isExecutable = Bun.isStandaloneExecutable;
const programFile = (name: string) => new URL(isSource ? `../../${name}.ts` : `./${name}.js`, import.meta.url);

export const writerScript = programFile('writer').href;

/** The scripts that the program runs in processes of their own, and the first argument with which the executable is one. */
export const processArguments = { worker: '--worker-process', decoder: '--decoder-process' } as const;

function commandOf(name: keyof typeof processArguments): readonly string[] {
  return isExecutable
    ? [process.execPath, processArguments[name]]
    : [process.execPath, ...process.execArgv, fileURLToPath(programFile(name))];
}

export const workerCommand = commandOf('worker');

export const decoderCommand = commandOf('decoder');

/** The folders of `build` that the program serves. Packages and executables contain them. */
export const servedFolders = ['console'] as const;

function servedFolder(name: (typeof servedFolders)[number]): string {
  const parent = isSource ? '../../../build' : isExecutable ? '.' : '..';
  return fileURLToPath(new URL(`${parent}/${name}/`, import.meta.url));
}

/** The console, the API reference, the script for other web sites and the pictures of a demo (`scripts/build/build-console.ts`). */
export const consoleFolder = servedFolder('console');
