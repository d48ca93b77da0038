import { Command } from 'commander';
import { findStoredPhotos } from '../../src/animals/photos/sql.ts';
import { databaseUrl } from '../../src/config/values.ts';
import { ServiceError } from '../../src/errors/service-error.ts';
import { hidePassword, renameSessions, sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { messageOf } from '../../src/lib/errors.ts';
import { describeWrongMediaKeys } from '../../src/operator/photo-files.ts';
import type { PhotoStore } from '../../src/photo-files/photo-store.ts';
import { databaseName, openCopySource, openCopyTarget, requireCurrentSchema } from '../../src/store/open-store.ts';
import { findSessions } from '../../src/store/postgres/dialect.ts';
import { holdFile } from '../../src/store/sqlite/file-use.ts';
import type { Queryable } from '../../src/store/statement.ts';
import { CommandError, startOverAdvice, startOverOnInterrupt, unusable } from '../exit.ts';
import { differing, showComparisons } from './copy/comparisons.ts';
import { type CopyResult, newRun, runCopy, type Timing } from './copy/run-copy.ts';
import {
  areAllMissing,
  copyFiles,
  describeMedia,
  describeMissing,
  openMediaOf,
  requireVacantMedia,
  vacateMedia,
} from './media.ts';

interface CopyFlags {
  from: string;
  to: string;
  /** `false` with `--no-photos`. */
  photos: boolean;
  fromMedia?: string;
  toMedia?: string;
}

const help = `
A database URL is sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE. Put a password into the environment
variable PGPASSWORD: other users of this machine can see the command line.

The files of photos are copied, too: to the folder beside a SQLite file, or to the one or the bucket of --to-media. If some
cannot be copied, the copy is not complete. With --no-photos, copy the folder or the bucket yourself.

Stop all servers that use the source first, and start servers on the target when the copy is complete. While one uses it, the
command refuses: what it writes later would be missing in the copy. After copying, every table is read on both sides and compared, row by row. If a table differs, the source
has changed meanwhile and the command fails.

The copy is another database than its source, so --to-media must not belong to one.

Until the copy is complete, no server starts on the target. If the command fails or is interrupted, run it again: it
deletes what it has copied and starts over.

Examples:
  petstore copy --from sqlite:data/petstore.db --to postgres://petstore@db.example.org/petstore
  petstore copy --from postgres://petstore@db.example.org/petstore --to sqlite:data/back.db`;

export function copyCommand(): Command {
  return new Command('copy')
    .description('copy a database into another: from SQLite to PostgreSQL, back, or between two of a kind')
    .requiredOption('--from <url>', 'database to copy from; it is not changed')
    .requiredOption('--to <url>', 'database to copy into: an empty one, or an unfinished copy, which is deleted')
    .option('--from-media <url>', 'photos of the source (default a folder beside a SQLite file)')
    .option('--to-media <url>', 'photos of the target (default a folder beside a SQLite file)')
    .option('--no-photos', 'do not copy photos')
    .addHelpText('after', help)
    .action(copy);
}

async function copy(flags: CopyFlags): Promise<void> {
  const { from, to } = flags;
  requireUrl('--from', from);
  requireUrl('--to', to);
  const sourceName = databaseName(from);
  if (sourceName === databaseName(to)) {
    throw unusable('--from and --to name the same database; nothing was done');
  }
  // The transaction under way is rolled back by its engine, and the target stays marked as unfinished.
  startOverOnInterrupt();
  await requireCurrentSchema(from);
  const path = sqlitePath(from);
  using _held = path === undefined ? undefined : holdFile(path);
  // Sessions of services have the name that is in their URL.
  const sessions = path === undefined ? renameSessions(from, 'copy') : undefined;
  await using source = await openCopySource(sessions?.url ?? from);
  const requireUnused = async () => {
    if (sessions !== undefined) await requireNoSession(source.reader, sessions.name);
  };
  await requireUnused();
  const wrongKeys = await describeWrongMediaKeys(source.reader);
  if (wrongKeys !== undefined) throw new CommandError(`${wrongKeys}; nothing was done`);
  const photos = flags.photos ? await prepareMedia(flags, source.reader) : undefined;
  await using target = await openCopyTarget(to);
  const beforeFinish = async () => {
    if (photos !== undefined) await copyPhotos(to, photos, source.reader);
    await requireUnused();
  };
  const job = { source, copy: newRun(sourceName), target, targetUrl: hidePassword(to), beforeFinish };
  report(await runCopy(job).catch(explain), from, to);
}

/** One that has just ended is listed for a moment. @throws CommandError while others have this name */
async function requireNoSession(db: Queryable, name: string): Promise<void> {
  const deadline = performance.now() + endedSessionMs;
  for (;;) {
    const found = await db.query(findSessions, [name]);
    if (found.length === 0) return;
    if (performance.now() > deadline) {
      const pids = found.map(([pid]) => pid).join(', ');
      throw new CommandError(
        `other programs use the source (sessions ${pids} of PostgreSQL, with the application_name "${name}"); stop the ` +
          'services, and run the same command again. The copy is not complete',
      );
    }
    await Bun.sleep(100);
  }
}

const endedSessionMs = 2_000;

interface MediaJob {
  from: PhotoStore;
  to: PhotoStore;
}

/** Opens both storages of photos; `undefined` if there are no photos. @throws CommandError when one is not known */
async function prepareMedia({ from, to, fromMedia, toMedia }: CopyFlags, db: Queryable): Promise<MediaJob | undefined> {
  if ((await findStoredPhotos(db, 0n, 1n)).length === 0) return undefined;
  const [source, target] = [openMediaOf(from, fromMedia ?? ''), openMediaOf(to, toMedia ?? '')];
  if (source === undefined) throw unusable(whereAre('--from-media'));
  if (target === undefined) throw unusable(whereAre('--to-media'));
  await target.check();
  await requireVacantMedia(to, target, '--to-media');
  return { from: source, to: target };
}

function whereAre(flag: string): string {
  return `the source has photos, and a PostgreSQL database has no folder for them: give ${flag}; nothing was done`;
}

/**
 * Copies the files once the copy has taken the target over: before, they may be those of a database in use.
 * @throws CommandError when files are missing or cannot be copied
 */
async function copyPhotos(databaseUrl: string, { from, to }: MediaJob, db: Queryable): Promise<void> {
  await vacateMedia(databaseUrl, to, '--to-media');
  const copied = await copyFiles(db, from, to, `\n${startOverAdvice}`);
  process.stdout.write(`${describeMedia(copied, to)}\n`);
  if (copied.missing.count === 0) return;
  const elsewhere = areAllMissing(copied) ? 'if they are elsewhere, give --from-media; otherwise put' : 'put';
  throw new CommandError(
    `${describeMissing(copied.missing, from)}; ${elsewhere} them there and run the same command again, or use --no-photos`,
  );
}

/** @throws CommandError when the text is not a database URL. The message does not show it: it may have a password. */
function requireUrl(flag: string, text: string): void {
  const reading = databaseUrl(text);
  if ('mustBe' in reading) throw unusable(`${flag} must be ${reading.mustBe}`);
}

function explain(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  const { message, cause } = error;
  const reason = cause === undefined ? '' : ` (${messageOf(cause)})`;
  throw new CommandError(`${message}${reason}\n${startOverAdvice}`);
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
