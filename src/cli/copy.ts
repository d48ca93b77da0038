import { Command } from 'commander';
import { databaseUrl } from '../config/values.ts';
import { ServiceError } from '../model/errors.ts';
import { databaseName, openCopySource, openCopyTarget } from '../store/open-store.ts';
import { hidePassword } from '../store/postgres/address.ts';
import { differing, showComparisons } from './copy/comparisons.ts';
import { type CopyOutcome, goOnAdvice, runCopy } from './copy/run-copy.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';

interface CopyFlags {
  from: string;
  to: string;
}

const help = `
A database URL is sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE. A password on the command line can be seen
by other users of the machine; one in the environment variable PGPASSWORD cannot.

Stop all servers that use the source before, and start them on the target after: the source must be quiet while it is
copied. It is only read. In the end every table is read on both sides and compared, row for row in order of the keys. If
one differs, the source was written to: the command fails, and when it is run again it copies that table and those after
it anew.

The command can be ended at any moment, also by a power cut. Run again with the same URLs it goes on where it stopped.
Until it has succeeded, no server starts on the target.

Examples:
  petstore copy --from sqlite:data/petstore.db --to postgres://petstore@db.example.org/petstore
  petstore copy --from postgres://petstore@db.example.org/petstore --to sqlite:data/back.db`;

/** The command `petstore copy`. */
export function copyCommand(): Command {
  return new Command('copy')
    .description('copy everything into another database: from SQLite to PostgreSQL, back, or between two of a kind')
    .requiredOption('--from <url>', 'database to copy; it is not changed')
    .requiredOption('--to <url>', 'database to copy into: an empty one, or an unfinished copy of the same source')
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
  const stop = new AbortController();
  // A second signal finds no listener and ends the process at once.
  process.once('SIGINT', () => stop.abort());
  const source = await openCopySource(from);
  try {
    const target = await openCopyTarget(to);
    try {
      const job = { source, sourceName, target, targetUrl: hidePassword(to), stop: stop.signal };
      report(await runCopy(job).catch(explain), from, to);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** @throws CommandError when the text is no database URL; it is not repeated, because of the password in it */
function requireUrl(flag: string, text: string): void {
  const reading = databaseUrl(text);
  if ('mustBe' in reading) throw new CommandError(`${flag} must be ${reading.mustBe}`, exitCodes.unusable);
}

function explain(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  const { message, cause } = error;
  const reason = cause instanceof Error ? cause.message : cause;
  throw new CommandError(`${message}${reason === undefined ? '' : ` (${reason})`}\n${goOnAdvice}`);
}

/** @throws CommandError when the copy is not what its source is */
function report({ comparisons, copied, verified }: CopyOutcome, from: string, to: string): void {
  process.stdout.write(showComparisons(comparisons));
  const [first] = differing(comparisons);
  if (first !== undefined) {
    throw new CommandError(
      `${differing(comparisons).join(', ')}: the copy differs from the source, which was probably written to meanwhile.\n` +
        `Stop the servers that use it and run the same command again: it copies ${first} and what follows anew.`,
    );
  }
  process.stdout.write(`copied    ${pace(copied)}\nverified  ${pace(verified)}\n`);
  process.stdout.write(`${hidePassword(to)} now holds all that is in ${hidePassword(from)}\n`);
}

function pace({ rows, durationMs }: CopyOutcome['copied']): string {
  return `${rows} rows in ${(durationMs / 1_000).toFixed(2)} s, ${Math.round((rows / durationMs) * 1_000)} rows/s`;
}
