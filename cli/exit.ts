import { ConfigError } from '../src/config/config.ts';
import { ServiceError } from '../src/errors/service-error.ts';
import { errorCodeOf, StartError } from '../src/lib/errors.ts';
import { onStopSignals, signalExitCodes } from '../src/lib/system/signals.ts';
import { escapeInvisible } from '../src/lib/visible-text.ts';
import { asStarted } from './program-name.ts';

/**
 * Besides 0: 2 when the command line or the configuration is wrong and nothing was done; 3 when a command that calls an
 * operation has no usable answer, so that it may be repeated; 1 for other failures.
 */
export const exitCodes = { failed: 1, unusable: 2, noAnswer: 3 } as const;

export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An error in the arguments, or in a file that they name. */
export function unusable(message: string): CommandError {
  return new CommandError(message, exitCodes.unusable);
}

/** The error of a file that cannot be read, in words; other errors are returned as they are. */
export function explainUnreadable(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  if (error.code === 'ENOENT') return unusable(`There is no file ${path}.`);
  if (error.code === 'EISDIR') return unusable(`${path} is a directory. Name a file.`);
  if (error.code === 'EACCES') return unusable(`${path} cannot be read: permission denied.`);
  return unusable(`${path} cannot be read: ${error.message}`);
}

export const startOverAdvice = 'Run the same command again: it starts over.';

/** Ends the process on SIGINT, for a command that starts over in its next run. */
export function startOverOnInterrupt(): void {
  process.once('SIGINT', () => {
    // Below the progress bar.
    const newline = process.stderr.isTTY ? '\n' : '';
    process.stderr.write(`${newline}petstore: interrupted. ${startOverAdvice}\n`);
    process.exit(exitCodes.failed);
  });
}

/** What the first signal to end aborts. A second one ends the process at once. */
export function abortedBySignals(): AbortController {
  const stopping = new AbortController();
  onStopSignals((signal) => {
    if (stopping.signal.aborted) process.exit(signalExitCodes[signal]);
    stopping.abort(new Error('Interrupted.'));
  });
  return stopping;
}

/** Prints why a command has failed, an expected error as one line and any other with its stack. Returns the exit code. */
export function reportFailure(error: unknown): number {
  if (error instanceof ConfigError) {
    process.stderr.write('petstore: the configuration is invalid; nothing was started\n');
    for (const message of error.errors) process.stderr.write(`  ${asStarted(message)}\n`);
    return exitCodes.unusable;
  }
  if (isExpected(error)) {
    const lines = causeFor(error).message.split('\n');
    process.stderr.write(`petstore: ${asStarted(lines.map(escapeInvisible).join('\n'))}\n`);
    return error instanceof CommandError ? error.exitCode : exitCodes.failed;
  }
  process.stderr.write(`petstore: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return exitCodes.failed;
}

/** What a client is told of the storage says nothing to whoever operates it. */
function causeFor(error: Error): Error {
  return error instanceof ServiceError && error.cause instanceof StartError ? error.cause : error;
}

/** What the disk refuses, as the runtime reports it. */
const diskErrors = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

function isExpected(error: unknown): error is Error {
  if ([CommandError, StartError, ServiceError].some((kind) => error instanceof kind)) return true;
  return diskErrors.some((code) => code === errorCodeOf(error));
}

/**
 * Output that cannot be written ends no command: what it does matters more than what it says. A reader that has closed it,
 * such as `head`, is not an error; a full disk is one.
 */
export function reportLostOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') return;
    process.stderr.write(`petstore: the output is incomplete: ${error.message}\n`);
    process.once('exit', () => {
      process.exitCode ||= exitCodes.failed;
    });
  });
}
