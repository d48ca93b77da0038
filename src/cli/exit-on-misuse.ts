import type { CommanderError } from 'commander';
import { exitCodes } from './exit.ts';

/** For `exitOverride`: a command line that cannot be used ends like every other unusable input, help with success. */
export function exitOnMisuse({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : exitCodes.unusable);
}
