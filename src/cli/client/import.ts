import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { PhotoSource } from '../../../client/import/import-photos.ts';
import { createMapping, type Mapping } from '../../../client/import/mapping.ts';
import { photosByReference } from '../../../client/import/photos-by-reference.ts';
import { findPreset } from '../../../client/import/presets.ts';
import { UnusableMappingError } from '../../../client/import/unusable-mapping-error.ts';
import { idempotencyHours, maxImageMegabytes } from '../../../client/limits.ts';
import { findAddresses } from '../../lib/public-addresses.ts';
import { abortedBySignals, CommandError, exitCodes, unusable } from '../exit.ts';
import { jsonOption } from '../options.ts';
import { printJson } from '../output.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';
import { importRules, type RuleOptions } from './import/import-rules.ts';
import { photoReader } from './import/read-photo.ts';
import { type ImportOutcome, runImport } from './import/run-import.ts';
import { inspectSourceFile, type SourceFile, storeStandardInput } from './import/source-file.ts';
import { tryMapping } from './import/try-mapping.ts';

interface ImportOptions extends ConnectionOptions, RuleOptions {
  concurrency: number;
  delimiter?: string;
  photoFolder?: string;
  photoPrivate?: boolean;
  rejectedFolder: string;
  updateKnown?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Each row in work may hold a photo in memory. */
const maxConcurrencyWithPhotos = 8;

const examples = `
The columns of exports of ASM3, Shelterluv, PetPoint and Petfinder are known: without options they mean what they mean
there. The names of columns are found in any case. A column name or a text with a comma in it is written with \\, for the
comma. Rows that cannot be imported are written to FILE.rejected.csv in the current directory or --rejected-folder, with
the reason: correct them there and import that file in the same way. A file that is there already is kept, and the new one
gets a number. Running the same command again within ${idempotencyHours} hours adds no animal and no photo twice, wherever the first run has ended.

A photo that cannot be fetched, read or added does not keep its animal out: it is listed in FILE.rejected-photos.csv with
the reason. A photo can have ${maxImageMegabytes} MB and may take 30 seconds. With photos, at most ${maxConcurrencyWithPhotos} rows are in work at one time.

Examples:
  petstore import animals.csv
  petstore export --profiles --format ndjson | petstore import - --server https://other.example.org
  petstore import outcomes.csv --name name,animal_id --category animal_type \\
    --status outcome_type --status-map "Adoption=sold,Return to Owner=sold,*=available" \\
    --profile "breed=breed,color=color,sex=sex_upon_outcome,birthDate=date_of_birth" --attributes outcome_subtype
  petstore import animals.csv --photos pictures --photo-folder ./pictures
  petstore import asm3-export.csv --dates dmy --update-known --photo-folder ./photos-named-by-code`;

export function importCommand(): Command {
  const command = new Command('import')
    .description('add the animals of a file: CSV, or one JSON object per line')
    .argument(
      '<file>',
      'CSV whose first line names the columns, or one JSON object per line, in UTF-8; - for standard input',
    )
    .option('--name <columns>', 'column of the name; of several, the first that is not empty (default: "name")')
    .option(
      '--category <column>',
      'column of the category: a number, or a text that gets one, and names it (default: "categoryId")',
    )
    .option('--category-id <number>', 'one category for all rows, instead of a column')
    .option('--status <column>', 'column of the status (default: "status", if there is one)')
    .option(
      '--status-map <map>',
      'what the texts in that column stand for: TEXT=STATUS,...; * is every other text, leave-out leaves rows out',
    )
    .option(
      '--profile <map>',
      'columns of the profile: FIELD=COLUMN,... (columns named like a field, as in an export, are used without it)',
    )
    .option('--attributes <columns>', 'columns to keep in the profile as attributes with the name of the column')
    .addOption(
      new Option('--dates <order>', 'what comes first in dates with slashes, the day or the month').choices([
        'dmy',
        'mdy',
      ]),
    )
    .option('--update-known', 'give animals whose reference is known the name and the profile of their row')
    .option('--photos <column>', 'column of photos: addresses or file names, separated by blanks or semicolons')
    .option(
      '--photo-folder <directory>',
      'where the files are that the column of photos names; without one, files named like the reference: A7.jpg, A7-2.jpg',
    )
    .option('--photo-private', 'fetch photos also from private and loopback addresses')
    .option('--rejected-folder <directory>', 'where rows and photos that were rejected are written', '.')
    .option('--concurrency <number>', 'requests under way at one time, 1 to 256', readConcurrency, 32)
    .option(
      '--delimiter <character>',
      'what separates the columns; "tab" for tabulators (default: what the first line shows)',
      readDelimiter,
    )
    .option('--dry-run', 'read and map everything, send nothing')
    .option(...jsonOption)
    .addHelpText('after', examples);
  return addConnectionOptions(command).action(importFile);
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  if (path !== '-') return await importSource(options, () => inspectSourceFile(path, options.delimiter));
  using input = await storeStandardInput();
  await importSource(options, () => inspectSourceFile(input.path, options.delimiter, 'standard-input.csv'));
}

async function importSource(options: ImportOptions, inspect: () => Promise<SourceFile>): Promise<void> {
  const client = options.dryRun ? undefined : connect(options);
  const photos = openPhotos(options);
  if (client !== undefined) requireWritable(options.rejectedFolder);
  const source = await inspect();
  const mapping = bindMapping(options, source);
  if (client === undefined) {
    const trial = await tryMapping(source, mapping);
    if (options.json) printJson(trial.counts);
    else process.stdout.write(`${trial.report}\n`);
    process.exitCode = trial.counts.unusableRows > 0 ? exitCodes.failed : 0;
    return;
  }
  const concurrency = photos ? Math.min(options.concurrency, maxConcurrencyWithPhotos) : options.concurrency;
  const { signal: stop } = abortedBySignals();
  const { rejectedFolder, updateKnown: updatesKnown = false } = options;
  const job = { source, mapping, client, photos, updatesKnown, rejectedFolder, concurrency, stop };
  const outcome = await runImport(job);
  if (options.json) printJson(describeOutcome(outcome, source));
  else process.stdout.write(report(outcome, { updatesKnown, hasPhotos: photos !== undefined }));
  conclude(outcome, source);
}

/** @throws CommandError when the rules do not fit the file */
function bindMapping(options: ImportOptions, { columns }: SourceFile): Mapping {
  const preset = findPreset(columns);
  if (preset !== undefined) process.stderr.write(`The columns are those of an export of ${preset.name}.\n`);
  try {
    return createMapping(importRules(options, columns), columns);
  } catch (error) {
    if (!(error instanceof UnusableMappingError)) throw error;
    const isOneColumn = columns.length === 1 && options.delimiter === undefined;
    const hint = isOneColumn ? '\nWhat separates the columns? Give --delimiter.' : '';
    throw unusable(`${error.message}${hint}`);
  }
}

/** Where photos come from; `undefined` when they are not asked for. @throws CommandError when there is no such folder */
function openPhotos({
  photos,
  photoFolder: folder,
  photoPrivate = false,
}: ImportOptions): Omit<PhotoSource, 'rejectedPhotos'> | undefined {
  if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw unusable(`There is no directory ${folder}.`);
  }
  if (photos === undefined && folder === undefined) return undefined;
  // A file of somebody else must not make this machine call services in its own network.
  const policy = {
    reachesPrivateAddresses: photoPrivate,
    rule: 'without --photo-private, photos come from public ones only',
  };
  const readPhoto = photoReader({ folder, findAddresses: (host) => findAddresses(host, policy) });
  if (photos !== undefined || folder === undefined) return { readPhoto };
  return { readPhoto, findPhotos: photosByReference(readdirSync(folder, { recursive: true, encoding: 'utf8' })) };
}

/** @throws CommandError when rows that turn out to be rejected could not be written there */
function requireWritable(folder: string): void {
  try {
    accessSync(`${folder}/.`, constants.W_OK);
  } catch {
    const problem = `Rejected rows could not be written to the directory ${resolve(folder)}.`;
    throw unusable(`${problem} Name one that can be written with --rejected-folder.`);
  }
}

function report(outcome: ImportOutcome, has: { updatesKnown: boolean; hasPhotos: boolean }): string {
  const {
    added,
    alreadyThere,
    updated,
    unchanged,
    leftOut,
    rejected,
    done,
    namedCategories,
    rejectedPath,
    durationMs,
    stoppedBy,
  } = outcome;
  const seconds = durationMs / 1_000;
  const lines = [
    `imported       ${added}`,
    `already there  ${alreadyThere}`,
    ...(has.updatesKnown ? [`updated        ${updated}`, `unchanged      ${unchanged}`] : []),
    ...(leftOut > 0 ? [`left out       ${leftOut}`] : []),
    `rejected       ${rejected}${rejected > 0 ? ` (see ${rejectedPath})` : ''}`,
    ...(namedCategories > 0 ? [`new categories ${namedCategories}`] : []),
    ...(has.hasPhotos ? photoLines(outcome) : []),
    `time           ${seconds.toFixed(2)} s, ${Math.round(done / seconds)} rows/s`,
  ];
  if (rejected > 0 && stoppedBy === undefined)
    lines.push(`Correct the rows in ${rejectedPath}, and import that file in the same way.`);
  return `${lines.join('\n')}\n`;
}

/** For programs, with names that stay. */
function describeOutcome(outcome: ImportOutcome, { rowCount }: SourceFile): object {
  const { added, alreadyThere, updated, unchanged, leftOut, rejected, namedCategories, photos, durationMs } = outcome;
  return {
    rows: rowCount,
    imported: added,
    alreadyThere,
    updated,
    unchanged,
    leftOut,
    rejected,
    ...(rejected > 0 && { rejectedFile: outcome.rejectedPath }),
    newCategories: namedCategories,
    photos: { ...photos, ...(photos.rejected > 0 && { rejectedFile: outcome.rejectedPhotosPath }) },
    durationMs: Math.round(durationMs),
  };
}

/** @throws CommandError when the import did not come to the end of the file */
function conclude({ rejected, photos, done, stoppedBy }: ImportOutcome, { rowCount }: SourceFile): void {
  if (rejected + photos.rejected > 0) process.exitCode = exitCodes.failed;
  if (stoppedBy === undefined) return;
  const advice = `Run the same command again to continue: within ${idempotencyHours} hours no row is added twice.`;
  throw new CommandError(`stopped after ${done} of ${rowCount} rows. ${explainFailure(stoppedBy)}\n${advice}`);
}

function photoLines({ photos, rejectedPhotosPath }: ImportOutcome): string[] {
  const { added, alreadyThere, rejected } = photos;
  return [
    `photos         ${added}${alreadyThere > 0 ? `, already there ${alreadyThere}` : ''}`,
    ...(rejected > 0 ? [`rejected photos ${rejected} (see ${rejectedPhotosPath})`] : []),
  ];
}

function readConcurrency(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 256) throw new InvalidArgumentError('It must be a whole number from 1 to 256.');
  return value;
}

function readDelimiter(text: string): string {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if (/^[^"\r\n]$/u.test(delimiter)) return delimiter;
  throw new InvalidArgumentError('It must be one character, such as ";", or "tab".');
}
