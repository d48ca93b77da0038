import type { CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { StartError } from '../lib/start-error.ts';
import { ServiceError } from '../model/errors.ts';

/** What a command ends with: 0 done, 1 failed, 2 not even begun because of how it was called. */
export const exitCodes = { failed: 1, unusable: 2 } as const;

/** A failure with a message for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command; a foreseen failure is printed in a line, anything else with its stack. */
export async function exitOnError(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.exit(explain(error));
  }
}

function explain(error: unknown): number {
  if (error instanceof ConfigError) {
    process.stderr.write('petstore: the configuration cannot be used; nothing was started\n');
    for (const fault of error.faults) process.stderr.write(`  ${fault}\n`);
    return exitCodes.unusable;
  }
  if (isForeseen(error)) {
    process.stderr.write(`petstore: ${error.message}\n`);
    return error instanceof CommandError ? error.exitCode : exitCodes.failed;
  }
  process.stderr.write(`petstore: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return exitCodes.failed;
}

function isForeseen(error: unknown): error is Error {
  return [CommandError, StartError, ServiceError].some((kind) => error instanceof kind);
}

/** For `exitOverride`: a command line that cannot be used ends like every other unusable input, help with success. */
export function exitOnMisuse({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : exitCodes.unusable);
}
