import { Command, Option } from 'commander';
import { type Client, type PetStatus, petStatuses } from '../../client/index.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';
import { type FormatName, formats } from './export/formats.ts';
import { type Output, openFile, openStandardOutput } from './export/output.ts';

interface ExportOptions extends ConnectionOptions {
  format: FormatName;
  status?: PetStatus;
  output?: string;
}

const examples = `
Examples:
  petstore export --output animals.csv
  petstore export --format ndjson --status available | head`;

/** The command `petstore export`. */
export function exportCommand(): Command {
  const format = new Option('--format <format>', 'how the animals are written').choices(Object.keys(formats));
  const status = new Option('--status <status>', 'only animals with this status').choices(petStatuses);
  const command = new Command('export')
    .description('write all animals, by ascending id')
    .addOption(format.default('csv'))
    .addOption(status)
    .option('--output <file>', 'a file instead of standard output; it is replaced when the export is complete')
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
    throw new CommandError(`the export is not complete. ${reason}`);
  }
}

/** Ends early when nobody reads the output any more. */
async function writePages(client: Client, options: ExportOptions, output: Output, signal: AbortSignal): Promise<void> {
  const format = formats[options.format];
  let header: string = format.header;
  for await (const { items } of client.pets.list({ status: options.status, limit: 100, signal }).pages()) {
    const isRead = await output.write(header + format.write(items));
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
    throw new CommandError(`${path} cannot be written: ${reason}`, exitCodes.unusable);
  }
}
