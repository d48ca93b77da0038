import { readConfig } from '../config/config.ts';
import { settings } from '../config/settings.ts';

/** The option that names the database, for commands that work on it without a server. */
export const databaseOption = [
  `${settings.databaseUrl.flag} ${settings.databaseUrl.argument}`,
  settings.databaseUrl.description,
] as const;

export interface DatabaseFlags {
  databaseUrl?: string;
}

/** The database that a command is to work on: the flag beats the environment. @throws ConfigError */
export function readDatabaseUrl({ databaseUrl }: DatabaseFlags): string {
  return readConfig({ DATABASE_URL: databaseUrl ?? process.env['DATABASE_URL'] }).databaseUrl;
}
