import { Command } from 'commander';
import { overrideVariable, readConfig } from '../../src/config/config.ts';
import { settings } from '../../src/config/settings.ts';
import { sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { checkDatabase } from '../../src/operator/check-database.ts';
import type { Finding } from '../../src/operator/finding.ts';
import { openPhotoStore } from '../../src/server/photo-storage.ts';
import { CommandError } from '../exit.ts';
import { type DatabaseFlags, databaseOption, jsonOption, noteDefaultDatabase } from '../options.ts';
import { printJson, standardOutput } from '../output.ts';
import { asStarted } from '../program-name.ts';
import { printProgress } from '../progress.ts';
import { requireDatabase } from './database.ts';
import { mediaOfBackup } from './media.ts';

interface CheckFlags extends DatabaseFlags {
  repair?: boolean;
  json?: boolean;
}

const help = `
Reads the whole database, also while the service runs: the file, its indexes and its schema, whether the inventory is the number of
animals, whether animals left before they arrived, whether each open order, profile, tag and photo has its animal, whether the newest
1,000 photos have their files, whether the search texts match names and profiles, whether events are missing, whether
inquiries are erased in time, the disk and the clock. Exits with 1 if something is wrong.

--repair counts the animals again where these counts are wrong, and writes wrong search texts again. It
changes nothing else.

Examples:
  petstore check
  petstore check --repair --database-url postgres://petstore@db.example.org/petstore`;

export function checkCommand(): Command {
  return new Command('check')
    .description('check a database for damage and contradictions')
    .option('--repair', 'replace wrong counts and wrong search texts')
    .option(...jsonOption)
    .option(...databaseOption)
    .addHelpText('after', help)
    .action(check);
}

async function check({ repair = false, json = false, ...flags }: CheckFlags): Promise<void> {
  noteDefaultDatabase(flags.databaseUrl);
  const env = overrideVariable(process.env, settings.databaseUrl.variable, flags.databaseUrl);
  const { databaseUrl, inquiriesDays, media } = readConfig(env);
  await requireDatabase(databaseUrl);
  const path = sqlitePath(databaseUrl);
  // Repeated backups share a folder.
  const isBesideFile = path !== undefined && !env[settings.mediaLocation.variable];
  const files = isBesideFile ? mediaOfBackup(path) : openPhotoStore(media);
  const options = { repair, inquiriesDays, media: files, onProgress: printProgress() };
  requireNoErrors(await printFindings(checkDatabase(databaseUrl, options), json));
}

/**
 * Prints the result of each check as soon as there is one, or all of them as JSON. Ends early when the reader of the output
 * has closed it. Returns how many are errors.
 */
export async function printFindings(
  findings: AsyncIterable<Finding> | Iterable<Finding>,
  json: boolean,
): Promise<number> {
  const printed: Finding[] = [];
  for await (const finding of findings) {
    const { name, state } = finding;
    const detail = asStarted(finding.detail);
    printed.push({ name, state, detail });
    if (!json && !(await standardOutput.write(`${state.padEnd(9)} ${name.padEnd(10)} ${detail}\n`))) break;
  }
  const errors = printed.filter(({ state }) => state === 'error').length;
  if (json) printJson({ ok: errors === 0, findings: printed });
  return errors;
}

/** @throws CommandError when there are errors */
export function requireNoErrors(errors: number): void {
  if (errors > 0) throw new CommandError(`${errors} of the checks failed`);
}
