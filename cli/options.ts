import { existsSync } from 'node:fs';
import { readConfig, withFlag } from '../src/config/config.ts';
import { fileVariable } from '../src/config/secret-files.ts';
import { settings } from '../src/config/settings.ts';
import { sqlitePath } from '../src/lib/addresses/database-url.ts';
import { dayMs, hourMs, minuteMs } from '../src/lib/timestamp.ts';
import { databaseName } from '../src/store/open-store.ts';
import { unusable } from './exit.ts';
import { note } from './output.ts';

/** The option `--database-url`, for commands that open the database themselves. */
export const databaseOption = [
  `${settings.databaseUrl.flag} ${settings.databaseUrl.argument}`,
  settings.databaseUrl.description,
] as const;

/** The option `--json`, for commands whose result programs read. */
export const jsonOption = ['--json', 'print the result as one JSON object'] as const;

export interface DatabaseFlags {
  databaseUrl?: string;
}

/** The URL of the database: the flag overrides the environment. @throws ConfigError */
export function readDatabaseUrl({ databaseUrl }: DatabaseFlags): string {
  noteDefaultDatabase(databaseUrl);
  return readConfig(withFlag(process.env, settings.databaseUrl.variable, databaseUrl)).databaseUrl;
}

/** Where a service is installed as docs/deploying.md says. */
const installed = '/var/lib/petstore';

/** Nobody has named a database, and there is none where one is by default, or a service may have another one. */
export function noteDefaultDatabase(flag: string | undefined): void {
  const { variable, default: url } = settings.databaseUrl;
  if (flag !== undefined || process.env[variable] || process.env[fileVariable(variable)]) return;
  if (existsSync(sqlitePath(url) ?? '') && !existsSync(installed)) return;
  note(`${variable} is not set; this is about ${databaseName(url)}`);
}

/** The value of a flag that has another name `now`. */
export function formerFlag(flag: string, value: string | undefined, now: string): string | undefined {
  if (value !== undefined) note(`${flag} is the former name of ${now}`);
  return value;
}

/** A longer timer fires at once. */
export const maxTimerMs = 2 ** 31 - 1;

const unitsMs = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs };

/** Parses a duration such as `90s`, `15m`, `24h` or `365d` to milliseconds. @throws CommandError */
export function parseDuration(text: string, flag: string): number {
  const [, digits = '', unit = ''] = /^([0-9]{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = Object.entries(unitsMs).find(([name]) => name === unit)?.[1];
  if (unitMs !== undefined) return Number(digits) * unitMs;
  throw unusable(`${flag} must be a number and a unit, such as 90s, 15m, 24h or 365d`);
}

/** As `parseDuration`, for the limit of a wait. @throws CommandError also for 0, and for more than a timer can have */
export function parseTimeout(text: string, flag: string): number {
  const timeoutMs = parseDuration(text, flag);
  if (timeoutMs > 0 && timeoutMs <= maxTimerMs) return timeoutMs;
  throw unusable(`${flag} must be from 1s to 24d`);
}
