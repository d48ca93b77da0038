import { Command, InvalidArgumentError, Option } from 'commander';
import { type Client, petStatuses } from '../../client/index.ts';
import { idempotencyHours, maxImageMegabytes } from '../../contract/limits.ts';
import { timeZone, utcName } from '../../contract/time-zone.ts';
import { type Check, checkRows } from '../../importer/check/check.ts';
import type { Comparison } from '../../importer/known/compare.ts';
import { Categories } from '../../importer/map/category-number.ts';
import { createMapping, type Mapping } from '../../importer/map/mapping.ts';
import { UnusableMappingError } from '../../importer/map/unusable-mapping-error.ts';
import type { Plan } from '../../importer/plan.ts';
import { recognise } from '../../importer/recognise/recognise.ts';
import type { HeaderLine } from '../../importer/source/inspect.ts';
import { printDay } from '../../src/lib/timestamp.ts';
import { abortedBySignals, CommandError, exitCodes, unusable } from '../exit.ts';
import { jsonOption } from '../options.ts';
import { printJson } from '../output.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';
import { type Asker, answerQuestions, completePlan, nothingImported, openTerminal, readYes } from './import/ask.ts';
import { describeKnown } from './import/known.ts';
import { applyOptions, type PlanOptions } from './import/plan-options.ts';
import { openPhotos, type PhotoOptions } from './import/read-photo.ts';
import { compareWithService, findShelter, listCategories } from './import/read-service.ts';
import { type ImportOutcome, requireWritable, runImport } from './import/run-import.ts';
import { inspectSourceFile, type SourceFile, storeStandardInput } from './import/source-file.ts';
import { countAnimals, describeOutcome, describeTrial, reportOutcome, reportTrial } from './import/summary.ts';
import { takeBackImport } from './import/undo.ts';

interface ImportOptions extends ConnectionOptions, PlanOptions, PhotoOptions {
  concurrency: number;
  delimiter?: string;
  header?: HeaderLine;
  rejectedFolder: string;
  updateKnown?: boolean;
  overwrite?: boolean;
  dryRun?: boolean;
  undo?: string | true;
  yes?: boolean;
  json?: boolean;
}

/** Each photo in flight is in memory. */
const maxConcurrency = 8;

const examples = `
What the columns and words of a file mean is recognized, in English, German, Spanish, French and Portuguese; exports of ASM3,
Shelterluv, PetPoint and Petfinder are known. Nothing becomes available unless the file or you say so: at a terminal the command
asks; elsewhere animals with a word that is not known are pending and not public, and a file in which no column tells who is for
adoption needs --default-status. A fact that is not read is left out and listed, and the animal is imported. Of several rows
with one reference number, that of the latest arrival counts.

The names of columns are found in any case. A column name or a text with a comma in it is written with \\, for the comma.
Rows that cannot be imported are written to FILE.rejected.csv in the current directory or --rejected-folder, with the reason:
correct them there and import that file in the same way. A file that is there already is kept, and the new one gets a number.
Running the same command again adds no animal and no photo twice, wherever the first run has ended. Within ${idempotencyHours} hours it goes on with the
import of that run.

--undo takes an import of the last 30 days back: animals that it has added are removed, and those that it has changed are again what
they were. It waits until that is done, and lists the animals that stay as they are, because somebody has changed them since.

A photo that cannot be fetched, read or added does not keep its animal out: it is listed in FILE.rejected-photos.csv with
the reason. A photo can have ${maxImageMegabytes} MB and may take 30 seconds.

Examples:
  petstore import animals.csv
  petstore import animals.csv --dry-run
  petstore import animals.csv --default-status available --currency EUR
  petstore export --profiles --format ndjson | petstore import - --server https://other.example.org
  petstore import outcomes.csv --status "Outcome" --status-map "Adoption=sold,Here=available,*=pending"
  petstore import animals.csv --word "Stage:Evaluation done=available" --profile "breed=Breed 1,size="
  petstore import animals.csv --photos pictures --photo-folder ./pictures
  petstore import asm3-export.csv --update-known --photo-folder ./photos-named-by-code
  petstore import --undo`;

export function importCommand(): Command {
  const command = new Command('import')
    .description('add the animals of a file: CSV, or one JSON object per line')
    .argument(
      '[file]',
      'CSV with the names of the columns above its rows, or one JSON object per line; - for standard input',
    )
    .option('--name <columns>', 'column of the name; of several, the first that is not empty (default: the reference)')
    .option('--category <column>', 'column of the category: a number, or a text that gets one, and names it')
    .option('--category-id <number>', 'one category for all rows, instead of a column')
    .option('--status <column>', 'column of the status')
    .option(
      '--status-map <map>',
      'what the texts in that column stand for: TEXT=STATUS,...; * is every other text, leave-out leaves rows out',
    )
    .addOption(
      new Option(
        '--default-status <status>',
        'what animals are of which nothing tells whether they are for adoption; no outcome, death or hold is overruled',
      ).choices(petStatuses),
    )
    .option(
      '--word <answer>',
      'what a text in a column stands for, such as "Stage:Evaluate=pending" or "Sex:Sp=female"; may be repeated',
      (word: string, words: readonly string[] = []) => [...words, word],
    )
    .option('--profile <map>', 'columns of the profile: FIELD=COLUMN,...; FIELD= leaves a field out')
    .option('--attributes <columns>', 'columns to keep in the profile as attributes with the name of the column')
    .addOption(
      new Option('--dates <order>', 'what comes first in dates such as 3/4/2026 (default: what all rows show)').choices(
        ['dmy', 'mdy'],
      ),
    )
    .option(
      '--currency <code>',
      "the currency of fees that name none, such as EUR (default the shelter's)",
      readCurrency,
    )
    .option('--update-known', 'give animals whose reference is known what their row says, also that they have left')
    .option('--overwrite', 'with --update-known, also what somebody has changed here since')
    .option('--photos <column>', 'column of photos: addresses or file names, separated by blanks or semicolons')
    .option(
      '--photo-folder <directory>',
      'where the files are that the column of photos names; without one, files named like the reference: A7.jpg, A7-2.jpg',
    )
    .option('--photo-private', 'fetch photos also from private and loopback addresses')
    .option('--rejected-folder <directory>', 'where rows and photos that were rejected are written', '.')
    .option(
      '--concurrency <number>',
      `photos under way at one time, of which ${maxConcurrency} are the most`,
      readConcurrency,
      maxConcurrency,
    )
    .option(
      '--delimiter <character>',
      'what separates the columns; "tab" for tabulators (default: what it looks like)',
      readDelimiter,
    )
    .option(
      '--header <line>',
      'the line with the names of the columns, or "none" (default: what it looks like)',
      readHeader,
    )
    .option('--undo [id]', 'take an import back, the newest without its number; instead of a file')
    .option('--yes', 'do not ask before an import is taken back')
    .option('--dry-run', 'read and map everything, and change nothing; with --update-known, compare with the service')
    .option(...jsonOption)
    .addHelpText('after', examples);
  return addConnectionOptions(command).action(importFile);
}

async function importFile(path: string | undefined, options: ImportOptions): Promise<void> {
  const { undo } = options;
  if ((path === undefined) === (undo === undefined)) throw unusable('Name a file to import, or give --undo instead.');
  if (path === undefined) return await takeBackImport(connect(options), { ...options, undo });
  if (path !== '-') return await importSource(options, () => inspectSourceFile(path, options));
  using input = await storeStandardInput();
  await importSource(options, () => inspectSourceFile(input.path, options, 'standard-input.csv'));
}

async function importSource(options: ImportOptions, inspect: () => Promise<SourceFile>): Promise<void> {
  const { dryRun: isTrial = false, updateKnown: updatesKnown = false } = options;
  if (options.overwrite && !updatesKnown) throw unusable('--overwrite needs --update-known.');
  const client = isTrial && !updatesKnown ? undefined : connect(options);
  const photos = openPhotos(options);
  if (!isTrial) requireWritable(options.rejectedFolder);
  const source = await inspect();
  const { plan, mapping, check, comparison } = await preparePlan(options, source, client);
  if (client === undefined || isTrial) {
    if (options.json) printJson(describeTrial(check, comparison));
    else
      process.stdout.write(
        `${[...reportTrial(check, plan, source), ...describeKnown(comparison, options)].join('\n')}\n`,
      );
    process.exitCode = check.rejected > 0 ? exitCodes.failed : 0;
    return;
  }
  const concurrency = Math.min(options.concurrency, maxConcurrency);
  const { signal: stop } = abortedBySignals();
  const { rejectedFolder } = options;
  const updates = updatesKnown ? comparison : undefined;
  const job = { source, mapping, check, client, photos, updates, rejectedFolder, concurrency, stop };
  const outcome = await runImport(job);
  if (options.json) printJson(describeOutcome(outcome, check, source.rowCount, comparison));
  else {
    const lines = reportOutcome(outcome, {
      check,
      plan,
      source,
      updatesKnown,
      known: describeKnown(comparison, options),
      photoFiles: photos?.files,
      hasPhotos: photos !== undefined,
    });
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  conclude(outcome, source);
}

interface Prepared {
  plan: Plan;
  mapping: Mapping;
  /** Of all rows of the file, before anything is sent. */
  check: Check;
  /** With what the service has; missing where there is none, or the key may not read it. */
  comparison?: Comparison | undefined;
}

/** What the file means, after questions at a terminal. @throws CommandError when the options do not fit the file, or not enough is known */
async function preparePlan(options: ImportOptions, source: SourceFile, client: Client | undefined): Promise<Prepared> {
  const known = client && (await findShelter(client));
  const now = new Date(printDay(timeZone(known?.timeZone ?? utcName).dayOf(Date.now())));
  const { columns } = source;
  const recognised = recognise(source, now);
  if (recognised.system !== undefined)
    process.stderr.write(`The columns are those of an export of ${recognised.system}.\n`);
  using asker: Asker | undefined = options.json ? undefined : openTerminal();
  const chosen = applyPlanOptions(recognised, options, source);
  const currency = chosen.currency ?? known?.currency;
  let plan = await completePlan({ ...chosen, currency }, source, asker);
  const categories = client === undefined ? [] : await listCategories(client);
  // The check and the run each number the categories of the file from the beginning, and so alike.
  const bind = () => createMapping(plan, columns, { categories: new Categories(categories), now });
  const prepare = async (): Promise<Prepared> => ({
    plan,
    mapping: bind(),
    check: await checkRows(source.rows(), bind()),
  });
  // The mapping of the comparison numbers categories, too, so it is one of its own.
  const compare = ({ check }: Prepared) =>
    client && compareWithService({ client, mapping: bind(), check, rows: source.rows() }, options);
  const first = await prepare();
  if (asker === undefined) return { ...first, comparison: await compare(first) };
  const answered = await answerQuestions(plan, first.check, asker);
  const isAnswered = answered !== plan;
  plan = answered;
  const mapped = isAnswered ? await prepare() : first;
  const prepared = { ...mapped, comparison: await compare(mapped) };
  if (client === undefined || options.dryRun) return prepared;
  const trial = [...reportTrial(prepared.check, plan, source), ...describeKnown(prepared.comparison, options)];
  process.stderr.write(`${trial.join('\n')}\n`);
  const isMeant = await asker.ask(`Import ${countAnimals(prepared.check)}? (yes or no)`, readYes);
  if (!isMeant) throw nothingImported();
  return prepared;
}

function applyPlanOptions(recognised: Plan, options: ImportOptions, { columns }: SourceFile): Plan {
  try {
    return applyOptions(recognised, options, columns);
  } catch (error) {
    if (!(error instanceof UnusableMappingError)) throw error;
    const isOneColumn = columns.length === 1 && options.delimiter === undefined;
    const hint = isOneColumn ? '\nWhat separates the columns? Give --delimiter.' : '';
    throw unusable(`${error.message}${hint}`);
  }
}

/** @throws CommandError when the import did not come to the end of the file */
function conclude({ rejected, photos, done, stoppedBy }: ImportOutcome, { rowCount }: SourceFile): void {
  if (rejected + photos.rejected > 0) process.exitCode = exitCodes.failed;
  if (stoppedBy === undefined) return;
  const advice = 'Run the same command again to continue: no row is added twice.';
  throw new CommandError(`stopped after ${done} of ${rowCount} rows. ${explainFailure(stoppedBy)}\n${advice}`);
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

function readHeader(text: string): HeaderLine {
  if (text === 'none') return text;
  const line = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
  if (line === undefined) throw new InvalidArgumentError('It must be the number of a line, or "none".');
  return line;
}

function readCurrency(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the code of a currency, such as EUR.');
}
