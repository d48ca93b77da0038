import { Command } from 'commander';
import { ConfigError, overrideVariable, readConfig, unknownVariables } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { examine } from '../service/doctor.ts';
import { printFindings } from './check.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';
import { type DatabaseFlags, databaseOption } from './options.ts';

const help = `
Examines what the service would start with: the settings in the environment, files and folders and who may read them, disk
space, the clock, the limit of open files, the certificate, the schema, the settings of a PostgreSQL server, the place of
the photos, and the age of the last backup. Works while the service runs, changes nothing, and exits with 1 if something is
wrong. "petstore check" reads the data itself.`;

/** The command `petstore doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('examine the configuration and the machine')
    .option(...databaseOption)
    .addHelpText('after', help)
    .exitOverride(exitOnMisuse)
    .action((flags: DatabaseFlags) => exitOnError(() => doctor(flags)));
}

async function doctor({ databaseUrl }: DatabaseFlags): Promise<void> {
  try {
    const env = overrideVariable(process.env, settings.databaseUrl.variable, databaseUrl);
    await printFindings(examine(readConfig(env), unknownVariables(env)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const message of error.errors) process.stdout.write(`error     settings   ${message}\n`);
    throw new CommandError(`${error.errors.length} settings are invalid`, exitCodes.unusable);
  }
}
