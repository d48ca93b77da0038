import { Command } from 'commander';
import { overrideVariable, readConfig } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { checkDatabase } from '../service/check.ts';
import type { Finding } from '../service/finding.ts';
import { openMediaStore } from '../service/media-jobs.ts';
import { sqlitePath } from '../store/open-store.ts';
import { requireDatabase } from './database.ts';
import { CommandError, exitOnError, exitOnMisuse } from './exit.ts';
import { mediaOfBackup } from './media.ts';
import { type DatabaseFlags, databaseOption } from './options.ts';
import { openStandardOutput } from './output.ts';
import { printProgress } from './progress.ts';

interface CheckFlags extends DatabaseFlags {
  repair?: boolean;
}

const help = `
Reads the whole database, also while the service runs: the file, its indexes and its schema, whether the inventory is the number of
animals, whether each open order, profile, tag and photo has its animal, whether the newest 1,000 photos have their files,
whether the search texts match names and profiles, whether events are missing, whether inquiries are erased in time, the
disk and the clock. Exits with 1 if something is wrong.

--repair replaces a wrong inventory by a count of the animals, and writes wrong search texts again. It changes nothing else.

Examples:
  petstore check
  petstore check --repair --database-url postgres://petstore@db.example.org/petstore`;

/** The command `petstore check`. */
export function checkCommand(): Command {
  return new Command('check')
    .description('check a database for damage and contradictions')
    .option('--repair', 'replace a wrong inventory and wrong search texts')
    .option(...databaseOption)
    .addHelpText('after', help)
    .exitOverride(exitOnMisuse)
    .action((flags: CheckFlags) => exitOnError(() => check(flags)));
}

async function check({ repair = false, ...flags }: CheckFlags): Promise<void> {
  const env = overrideVariable(process.env, settings.databaseUrl.variable, flags.databaseUrl);
  const { databaseUrl, inquiries, media } = readConfig(env);
  await requireDatabase(databaseUrl);
  const path = sqlitePath(databaseUrl);
  // Repeated backups share a folder.
  const isBesideFile = path !== undefined && !env[settings.mediaLocation.variable];
  const files = isBesideFile ? mediaOfBackup(path) : openMediaStore(media);
  const options = { repair, inquiriesDays: inquiries.days, media: files, onProgress: printProgress() };
  await printFindings(checkDatabase(databaseUrl, options));
}

/**
 * Prints the result of each check as soon as there is one. Ends early when the reader of the output has closed it.
 * @throws CommandError when one of them is an error
 */
export async function printFindings(findings: AsyncIterable<Finding>): Promise<void> {
  const output = openStandardOutput();
  let errors = 0;
  for await (const { name, state, detail } of findings) {
    if (state === 'error') errors += 1;
    const isRead = await output.write(`${state.padEnd(9)} ${name.padEnd(10)} ${detail}\n`);
    if (!isRead) break;
  }
  if (errors > 0) throw new CommandError(`${errors} of the checks failed`);
}
