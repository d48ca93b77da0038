import { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { stringifyJson } from '../../client/transport/json.ts';
import { byteOrderMark } from '../../importer/export/formulas.ts';
import { matrixRows } from '../../importer/export/month-matrix.ts';
import { CommandError } from '../exit.ts';
import { printJson, writeOutput } from '../output.ts';
import { addConnectionOptions, type ConnectionOptions, connect, explainFailure } from './connection.ts';

interface ReportOptions extends ConnectionOptions {
  month?: string;
  to?: string;
  json?: boolean;
}

const help = `
Writes CSV in the form of the Intake and Outcome Data Matrix of Shelter Animals Count: the animals in care when the month
began, those that came and left, by type, and those in care when it ended, for each species and age group, by the days of the
shelter. Needs a key with the scope orders:read.

Examples:
  petstore report                                    # the month before this one
  petstore report --month 2026-10 --to october.csv`;

export function reportCommand(): Command {
  const command = new Command('report')
    .description('write how many animals came and left in a month')
    .option('--month <month>', 'the month, such as 2026-10 (default: the one before the current one)')
    .option('--to <file>', 'write to a file, which is replaced (default: standard output)')
    .option('--json', 'print JSON, with types as in the interface')
    .addHelpText('after', help);
  return addConnectionOptions(command).action(report);
}

async function report({ month, to, json, ...connection }: ReportOptions): Promise<void> {
  const matrix = await connect(connection)
    .statistics.matrix({ month })
    .catch((error: Error) => {
      throw new CommandError(explainFailure(error));
    });
  if (json === true && to === undefined) return printJson(matrix);
  const text =
    json === true
      ? `${stringifyJson(matrix)}\n`
      : `${to === undefined ? '' : byteOrderMark}${stringify(matrixRows(matrix))}`;
  await writeOutput(to, text);
}
