import { workerArgument } from './lib/program-files.ts';

// The entry point of the executable, which is the `petstore` command and also its own worker process.

if (process.argv[2] === workerArgument) await import('./worker.ts');
else await import('./main.ts');
