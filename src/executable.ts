import { processArguments } from './lib/system/program-files.ts';

// The entry point of the executable, which is the `petstore` command and also its own worker and decoder processes.

const [, , first] = process.argv;
if (first === processArguments.worker) await import('./worker.ts');
else if (first === processArguments.decoder) await import('./decoder.ts');
else await import('./main.ts');
