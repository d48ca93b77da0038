import { Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { protectFromFormulas } from '../../../client/import/formulas.ts';
import { profileFields, writeProfileCell } from '../../../client/import/profile-cells.ts';
import { type Pet, type PetListing, type PetStatus, type Photo, petStatuses } from '../../../client/index.ts';
import { stringifyJson } from '../../../client/transport/json.ts';
import { messageOf } from '../../lib/log.ts';
import { CommandError, exitOnError, unusable } from '../exit.ts';
import { type Output, openFile, standardOutput } from '../output.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';

/** Writes animals page by page. `toCell` makes a text safe for spreadsheets. */
interface Format<Item> {
  header: string;
  write(items: readonly Item[], toCell: (text: string) => string): string;
}

/** One JSON object per line. */
const ndjson: Format<unknown> = {
  header: '',
  write: (items) => items.map((item) => `${stringifyJson(item)}\n`).join(''),
};

/** The formats of `--format`. Both write all digits of 64-bit integers. */
const formats = {
  /** RFC 4180, but with Unix line ends. */
  csv: {
    header: 'id,name,categoryId,status\n',
    write: (pets, toCell) =>
      stringify(pets.map(({ id, name, categoryId, status }) => [id, toCell(name), categoryId, status])),
  },
  ndjson,
} as const satisfies Record<string, Format<Pet>>;

const listingColumns = [
  ...['id', 'name', 'categoryId', 'status'],
  ...profileFields,
  ...['createdAt', 'updatedAt', 'statusSince', 'photos'],
];

/** The formats of `--profiles`. In CSV the columns have the names by which an import knows them. */
const listingFormats = {
  csv: {
    header: `${listingColumns.join(',')}\n`,
    write: (listings, toCell) => stringify(listings.map((listing) => listingCells(listing, toCell))),
  },
  ndjson,
} as const satisfies Record<keyof typeof formats, Format<PetListing>>;

function listingCells(listing: PetListing, toCell: (text: string) => string): (string | bigint | undefined)[] {
  const { id, name, category, status, profile, createdAt, updatedAt, statusSince, photos } = listing;
  const fields = profileFields.map((field) => toCell(writeProfileCell(field, profile)));
  const addresses = photos.map(largestJpeg).join(' ');
  return [id, toCell(name), category.id, status, ...fields, createdAt, updatedAt, statusSince, addresses];
}

function largestJpeg({ sources }: Photo): string | undefined {
  const files = sources.filter(({ type }) => type === 'image/jpeg');
  return files.toSorted((one, other) => Number(other.width) - Number(one.width))[0]?.url;
}

interface ExportOptions extends ConnectionOptions {
  format: keyof typeof formats;
  status?: PetStatus;
  profiles?: boolean;
  output?: string;
  raw?: boolean;
}

const examples = `
Examples:
  petstore export --output animals.csv
  petstore export --format ndjson --status available | head
  petstore export --profiles --output animals.csv
  petstore import animals.csv --photos photos          # into another service`;

/** The command `petstore export`. */
export function exportCommand(): Command {
  const format = new Option('--format <format>', 'output format').choices(Object.keys(formats));
  const status = new Option('--status <status>', 'export only animals with this status').choices(petStatuses);
  const command = new Command('export')
    .description('export all animals, by ascending id')
    .addOption(format.default('csv'))
    .addOption(status)
    .option('--profiles', 'with the profile, the times and the addresses of the photos of each animal')
    .option(
      '--output <file>',
      'write to a file, which is replaced when the export is complete (default: standard output)',
    )
    .option('--raw', 'in CSV, write no apostrophe before texts that a spreadsheet would run as a formula')
    .addHelpText('after', examples);
  return addConnectionOptions(command).action((options: ExportOptions) => exitOnError(() => exportAll(options)));
}

async function exportAll(options: ExportOptions): Promise<void> {
  const client = connect(options);
  const output = openOutput(options.output);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  try {
    const query = { status: options.status, limit: 100, signal: interrupted.signal };
    const toCell = options.raw === true ? (text: string) => text : protectFromFormulas;
    if (options.profiles === true) {
      await writePages(client.listings.list(query).pages(), listingFormats[options.format], toCell, output);
    } else {
      await writePages(client.pets.list(query).pages(), formats[options.format], toCell, output);
    }
    output.complete();
  } catch (error) {
    output.discard();
    const reason = error instanceof Error ? explainFailure(error) : String(error);
    throw new CommandError(`the export is incomplete. ${reason}`);
  }
}

/** Ends early when the reader of the output has closed it. */
async function writePages<Item>(
  pages: AsyncIterable<{ items: readonly Item[] }>,
  format: Format<Item>,
  toCell: (text: string) => string,
  output: Output,
): Promise<void> {
  let { header } = format;
  for await (const { items } of pages) {
    const isRead = await output.write(header + format.write(items, toCell));
    if (!isRead) return;
    header = '';
  }
}

/** @throws CommandError when the file cannot be written */
function openOutput(path: string | undefined): Output {
  if (path === undefined) return standardOutput;
  try {
    return openFile(path);
  } catch (error) {
    const reason = messageOf(error);
    throw unusable(`cannot write to ${path}: ${reason}`);
  }
}
