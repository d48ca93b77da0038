import { Command } from 'commander';
import { ConfigError, overrideVariable, readConfig, unknownVariables } from '../../src/config/config.ts';
import { settings } from '../../src/config/settings.ts';
import { examine } from '../../src/operator/doctor.ts';
import { unusable } from '../exit.ts';
import { type DatabaseFlags, databaseOption, jsonOption, noteDefaultDatabase } from '../options.ts';
import { printFindings, requireNoErrors } from './check.ts';

interface DoctorFlags extends DatabaseFlags {
  json?: boolean;
}

const help = `
Examines what the service would start with: the settings in the environment, files and folders and who may read them, the space
and the speed of the disk, the clock, the limit of open files, the certificate, the schema, the first and the last row of every
table, the settings and the standbys of a PostgreSQL server, the place of the photos, and the age of the last backup. Works while
the service runs, changes nothing, and exits with 1 if something is wrong. "petstore check" reads the data itself.`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('examine the configuration and the machine')
    .option(...jsonOption)
    .option(...databaseOption)
    .addHelpText('after', help)
    .action(doctor);
}

async function doctor({ databaseUrl, json = false }: DoctorFlags): Promise<void> {
  noteDefaultDatabase(databaseUrl);
  try {
    const env = overrideVariable(process.env, settings.databaseUrl.variable, databaseUrl);
    requireNoErrors(await printFindings(examine(readConfig(env), unknownVariables(env)), json));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings = error.errors.map((detail) => ({ name: 'settings', state: 'error', detail }) as const);
    await printFindings(findings, json);
    throw unusable(`invalid settings: ${error.errors.length}`);
  }
}
