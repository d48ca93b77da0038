import { Command } from 'commander';
import { databaseUrl } from '../config/values.ts';
import { ServiceError } from '../model/errors.ts';
import { databaseName, openCopySource, openCopyTarget } from '../store/open-store.ts';
import { hidePassword } from '../store/postgres/address.ts';
import { differing, showComparisons } from './copy/comparisons.ts';
import { type CopyResult, runCopy, type Timing } from './copy/run-copy.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';

interface CopyFlags {
  from: string;
  to: string;
}

const help = `
A database URL is sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE. Put a password into the environment
variable PGPASSWORD: other users of this machine can see the command line.

Stop all servers that use the source first, and start servers on the target when the copy is complete. The source is
only read. After copying, every table is read on both sides and compared, row by row. If a table differs, the source
has changed meanwhile and the command fails.

Until the copy is complete, no server starts on the target. If the command fails or is interrupted, run it again: it
deletes what it has copied and starts over.

Examples:
  petstore copy --from sqlite:data/petstore.db --to postgres://petstore@db.example.org/petstore
  petstore copy --from postgres://petstore@db.example.org/petstore --to sqlite:data/back.db`;

/** The command `petstore copy`. */
export function copyCommand(): Command {
  return new Command('copy')
    .description('copy a database into another: from SQLite to PostgreSQL, back, or between two of a kind')
    .requiredOption('--from <url>', 'database to copy from; it is not changed')
    .requiredOption('--to <url>', 'database to copy into: an empty one, or an unfinished copy, which is deleted')
    .addHelpText('after', help)
    .exitOverride(exitOnMisuse)
    .action((flags: CopyFlags) => exitOnError(() => copy(flags)));
}

async function copy({ from, to }: CopyFlags): Promise<void> {
  requireUrl('--from', from);
  requireUrl('--to', to);
  const sourceName = databaseName(from);
  if (sourceName === databaseName(to)) {
    throw new CommandError('--from and --to name the same database; nothing was done', exitCodes.unusable);
  }
  process.once('SIGINT', interrupt);
  const source = await openCopySource(from);
  try {
    const target = await openCopyTarget(to);
    try {
      report(await runCopy({ source, sourceName, target, targetUrl: hidePassword(to) }).catch(explain), from, to);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** @throws CommandError when the text is not a database URL. The message does not show it: it may have a password. */
function requireUrl(flag: string, text: string): void {
  const reading = databaseUrl(text);
  if ('mustBe' in reading) throw new CommandError(`${flag} must be ${reading.mustBe}`, exitCodes.unusable);
}

const startOverAdvice = 'Run the same command again: it starts over.';

/** The transaction under way is rolled back by its engine, and the target stays marked as unfinished. */
function interrupt(): never {
  // Below the progress bar.
  const newline = process.stderr.isTTY ? '\n' : '';
  process.stderr.write(`${newline}petstore: interrupted. ${startOverAdvice}\n`);
  process.exit(exitCodes.failed);
}

function explain(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  const { message, cause } = error;
  const reason = cause instanceof Error ? cause.message : cause;
  throw new CommandError(`${message}${reason === undefined ? '' : ` (${reason})`}\n${startOverAdvice}`);
}

/** @throws CommandError when the copy differs from its source */
function report({ comparisons, copied, verified }: CopyResult, from: string, to: string): void {
  process.stdout.write(showComparisons(comparisons));
  const names = differing(comparisons);
  if (names.length > 0) {
    throw new CommandError(
      `the copy differs from the source in ${names.join(', ')}: the source has changed while it was copied.\n` +
        'Stop the servers that use the source and run the same command again: it starts over.',
    );
  }
  process.stdout.write(`copied    ${rate(copied)}\nverified  ${rate(verified)}\n`);
  process.stdout.write(`${hidePassword(to)} is now a complete copy of ${hidePassword(from)}\n`);
}

function rate({ rows, durationMs }: Timing): string {
  return `${rows} rows in ${(durationMs / 1_000).toFixed(2)} s, ${Math.round((rows / durationMs) * 1_000)} rows/s`;
}
