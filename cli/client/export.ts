import { Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type Client, type Pet, type PetStatus, petStatuses } from '../../client/index.ts';
import { stringifyJson } from '../../client/transport/json.ts';
import { type Columns, listingColumns, noteColumns, petColumns } from '../../importer/export/export-columns.ts';
import { byteOrderMark, protectFromFormulas } from '../../importer/export/formulas.ts';
import { abortedBySignals, CommandError } from '../exit.ts';
import { type Output, openOutput } from '../output.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';

/** The formats of `--format`. Both write all digits of 64-bit integers. */
const formats = ['csv', 'ndjson'] as const;

interface ExportOptions extends ConnectionOptions {
  format: (typeof formats)[number];
  status?: PetStatus;
  profiles?: boolean;
  notes?: boolean;
  output?: string;
  raw?: boolean;
}

const examples = `
Examples:
  petstore export --output animals.csv
  petstore export --format ndjson --status available | head
  petstore export --profiles --output animals.csv
  petstore export --notes --output notes.csv
  petstore import animals.csv --photos photos          # into another service`;

export function exportCommand(): Command {
  const format = new Option('--format <format>', 'output format').choices(formats);
  const status = new Option('--status <status>', 'export only animals with this status').choices(petStatuses);
  const command = new Command('export')
    .description('export all animals, by ascending id')
    .addOption(format.default('csv'))
    .addOption(status)
    .option('--profiles', 'with the profile, the times and the addresses of the photos of each animal')
    .addOption(
      new Option('--notes', 'instead of the animals, the notes on them by their numbers').conflicts([
        'profiles',
        'status',
      ]),
    )
    .option(
      '--output <file>',
      'write to a file, which is replaced when the export is complete (default: standard output)',
    )
    .option('--raw', 'in CSV, write no apostrophe before texts that a spreadsheet would run as a formula')
    .addHelpText('after', examples);
  return addConnectionOptions(command).action(exportAll);
}

async function exportAll(options: ExportOptions): Promise<void> {
  const client = connect(options);
  // A pipe opens when it has a reader; until then a signal ends the process as usual.
  const output = openOutput(options.output);
  const { signal } = abortedBySignals();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason));
  try {
    const query = { status: options.status, signal };
    const write = async () => {
      if (options.notes === true)
        return await writePages(client.notes.all({ signal }).pages(), noteColumns, options, output);
      if (options.profiles === true)
        return await writePages(client.listings.list(query).pages(), listingColumns, options, output);
      const columns = await columnsOf(client, options, signal);
      await writePages(client.pets.list(query).pages(), columns, options, output);
    };
    // A reader that does not read keeps a write waiting.
    await Promise.race([write(), interrupted]);
    output.complete();
  } catch (error) {
    output.discard();
    const reason = error instanceof Error ? explainFailure(error) : String(error);
    throw new CommandError(`the export is incomplete. ${reason}`);
  }
}

async function columnsOf(
  { categories }: Client,
  { format }: ExportOptions,
  signal: AbortSignal,
): Promise<Columns<Pet>> {
  const known = format === 'csv' ? await Array.fromAsync(categories.list({ signal })) : [];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return petColumns((id) => names.get(id));
}

/** Writes items page by page. Ends early when the reader of the output has closed it. */
async function writePages<Item>(
  pages: AsyncIterable<{ items: readonly Item[] }>,
  { names, cellsOf }: Columns<Item>,
  { format, raw, output: path }: ExportOptions,
  output: Output,
): Promise<void> {
  const toCell = raw === true ? (text: string) => text : protectFromFormulas;
  // Programs that read the standard output, or what is raw, need no mark.
  const mark = path !== undefined && raw !== true ? byteOrderMark : '';
  let header = format === 'csv' ? `${mark}${names.join(',')}\n` : '';
  for await (const { items } of pages) {
    const text =
      format === 'csv'
        ? stringify(items.map((item) => cellsOf(item, toCell)))
        : items.map((item) => `${stringifyJson(item)}\n`).join('');
    if (!(await output.write(header + text))) return;
    header = '';
  }
}
