import { Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { protectFromFormulas } from '../../client/import/formulas.ts';
import { type Client, type Pet, type PetStatus, petStatuses } from '../../client/index.ts';
import { stringifyJson } from '../../client/transport/json.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';
import { type Output, openFile, openStandardOutput } from './output.ts';

/** Writes animals page by page. */
interface Format {
  header: string;
  write(pets: readonly Pet[], toCell: (name: string) => string): string;
}

/** The formats of `--format`. Both write all digits of 64-bit integers. */
const formats = {
  /** RFC 4180, but with Unix line ends. */
  csv: {
    header: 'id,name,categoryId,status\n',
    write: (pets, toCell) =>
      stringify(pets.map(({ id, name, categoryId, status }) => [id, toCell(name), categoryId, status])),
  },
  /** One JSON object per line. */
  ndjson: {
    header: '',
    write: (pets) => pets.map((pet) => `${stringifyJson(pet)}\n`).join(''),
  },
} as const satisfies Record<string, Format>;

interface ExportOptions extends ConnectionOptions {
  format: keyof typeof formats;
  status?: PetStatus;
  output?: string;
  raw?: boolean;
}

const examples = `
Examples:
  petstore export --output animals.csv
  petstore export --format ndjson --status available | head`;

/** The command `petstore export`. */
export function exportCommand(): Command {
  const format = new Option('--format <format>', 'output format').choices(Object.keys(formats));
  const status = new Option('--status <status>', 'export only animals with this status').choices(petStatuses);
  const command = new Command('export')
    .description('export all animals, by ascending id')
    .addOption(format.default('csv'))
    .addOption(status)
    .option(
      '--output <file>',
      'write to a file, which is replaced when the export is complete (default: standard output)',
    )
    .option('--raw', 'in CSV, write no apostrophe before names that a spreadsheet would run as a formula')
    .addHelpText('after', examples)
    .exitOverride(exitOnMisuse);
  return addConnectionOptions(command).action((options: ExportOptions) => exitOnError(() => exportAll(options)));
}

async function exportAll(options: ExportOptions): Promise<void> {
  const client = connect(options);
  const output = openOutput(options.output);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  try {
    await writePages(client, options, output, interrupted.signal);
    output.complete();
  } catch (error) {
    output.discard();
    const reason = error instanceof Error ? explainFailure(error) : String(error);
    throw new CommandError(`the export is incomplete. ${reason}`);
  }
}

/** Ends early when the reader of the output has closed it. */
async function writePages(client: Client, options: ExportOptions, output: Output, signal: AbortSignal): Promise<void> {
  const format = formats[options.format];
  const toCell = options.raw === true ? (name: string) => name : protectFromFormulas;
  let header: string = format.header;
  for await (const { items } of client.pets.list({ status: options.status, limit: 100, signal }).pages()) {
    const isRead = await output.write(header + format.write(items, toCell));
    if (!isRead) return;
    header = '';
  }
}

/** @throws CommandError when the file cannot be written */
function openOutput(path: string | undefined): Output {
  if (path === undefined) return openStandardOutput();
  try {
    return openFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`cannot write to ${path}: ${reason}`, exitCodes.unusable);
  }
}
