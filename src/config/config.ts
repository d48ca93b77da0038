import { sqlitePath } from '../lib/addresses/database-url.ts';
import { type Environment, inspectSecret, keyPrefixes, publicKeyPrefixes } from '../lib/key-format.ts';
import type { Bucket } from '../photo-files/bucket-store.ts';
import { fileVariable, readSecret } from './secret-files.ts';
import type { Setting, ValuesOf } from './setting.ts';
import { clientVariables, secretVariables, settings } from './settings.ts';
import { isKeyOfCertificate, type MediaLocation } from './values.ts';
import { findUnknownVariables } from './variable-names.ts';

type Values = ValuesOf<typeof settings>;

export interface Config
  extends Omit<Values, 'mediaLocation' | `s3${string}` | 'productionUrl' | 'stagingUrl' | 'tlsCert' | 'tlsKey'> {
  /** The file with it, if it comes from one. */
  databaseUrlFile: string | undefined;
  readDatabaseUrlFile: string | undefined;
  /** Where files of photos are; `undefined` where photos are disabled. */
  media: MediaConfig | undefined;
  /** Public addresses without the version segment; `undefined` for the address of the listener. */
  urls: Record<Environment, string | undefined>;
  tls: Tls | undefined;
  /** Whether it runs for `petstore demo`: the console says so, and accepts the key in its address. */
  isDemo: boolean;
}

/** A folder, or a bucket and how to reach it. */
export type MediaConfig = { kind: 'folder'; path: string } | ({ kind: 'bucket' } & Bucket);

/** A certificate and its private key in PEM, and the files from which they were read. */
export interface Tls {
  cert: string;
  key: string;
  certFile: string;
  keyFile: string;
}

const knownVariables: readonly string[] = [
  ...Object.values(settings).map(({ variable }) => variable),
  ...Object.values(clientVariables),
  ...secretVariables,
  fileVariable(clientVariables.token),
];

/** Invalid settings. `errors` has one line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

/**
 * Reads the settings from environment variables, and secrets also from files. An empty variable counts as missing.
 * @throws ConfigError with all errors at once. No message repeats a secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const errors = [...misspelledVariables(env)];
  function read<Value>({ variable, flag, read: parse, default: fallback, isSecret = false }: Setting<Value>): Value {
    const found = isSecret ? readSecret(env, variable) : { value: env[variable] };
    if ('error' in found) errors.push(found.error);
    const text = 'error' in found ? undefined : found.value;
    if (text === undefined || text === '') return fallback;
    const result = parse(text);
    if ('value' in result) return result.value;
    errors.push(`${nameOf({ variable, flag })} must be ${result.mustBe}`);
    return fallback;
  }
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, one]) => [name, read(one)]);
  const { mediaLocation, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey, ...others }: Values =
    Object.fromEntries(entries);
  const { productionUrl: production, stagingUrl: staging, tlsCert: cert, tlsKey: key, ...values } = others;
  const { environment, databaseUrl } = values;
  const presetError = values.presetApiKey && findPresetError(values.presetApiKey, environment);
  if (presetError !== undefined) errors.push(`${nameOf(settings.presetApiKey)} ${presetError}`);
  const [certFile = '', keyFile = ''] = [env[settings.tlsCert.variable], env[settings.tlsKey.variable]];
  const tls = cert !== undefined && key !== undefined ? { cert, key, certFile, keyFile } : undefined;
  const tlsPair = `${nameOf(settings.tlsCert)} and ${nameOf(settings.tlsKey)}`;
  if (!certFile !== !keyFile) errors.push(`${tlsPair} must be given together`);
  if (tls && !isKeyOfCertificate(tls.cert, tls.key)) errors.push(`${tlsPair} must be a matching pair`);
  if (values.readDatabaseUrl !== undefined && sqlitePath(databaseUrl) !== undefined) {
    errors.push(`${nameOf(settings.readDatabaseUrl)} requires a PostgreSQL database`);
  }
  const config: Config = {
    ...values,
    databaseUrlFile: env[fileVariable(settings.databaseUrl.variable)] || undefined,
    readDatabaseUrlFile: env[fileVariable(settings.readDatabaseUrl.variable)] || undefined,
    media: mediaConfig(mediaLocation, databaseUrl, {
      endpoint: s3Endpoint,
      region: s3Region,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey,
    }),
    urls: { production, staging },
    tls,
    isDemo: false,
  };
  const isHttps = tls !== undefined || config.urls[environment]?.startsWith('https:') === true;
  if (config.hstsDays > 0 && !isHttps) {
    const url = nameOf(environment === 'production' ? settings.productionUrl : settings.stagingUrl);
    errors.push(`${nameOf(settings.hstsDays)} requires HTTPS: ${tlsPair}, or an https address in ${url}`);
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

/** A setting as an operator names it. */
function nameOf({ variable, flag }: Pick<Setting<unknown>, 'variable' | 'flag'>): string {
  return `${variable} (${flag})`;
}

/** Photos are beside a SQLite file by default. Nodes of a PostgreSQL database may share no folder, so there they have none. */
function mediaConfig(
  location: MediaLocation | undefined,
  databaseUrl: string,
  access: Omit<Bucket, 'name' | 'prefix'>,
): MediaConfig | undefined {
  if (location?.kind === 'bucket') return { ...location, ...access };
  if (location !== undefined) return location;
  const path = sqlitePath(databaseUrl);
  return path === undefined ? undefined : { kind: 'folder', path: mediaFolderOf(path) };
}

/** The folder of the photos of a SQLite file, if no other is set. */
export function mediaFolderOf(databasePath: string): string {
  return `${databasePath}.media`;
}

/** The variable with the public address of a service in this environment. */
export function urlVariable(environment: Environment): string {
  return (environment === 'production' ? settings.productionUrl : settings.stagingUrl).variable;
}

/** The settings that differ from their defaults, as `NAME=value`; a secret only as its name. */
export function describeSettings(env: Readonly<Record<string, string | undefined>>): string {
  const given = Object.values(settings).filter((one: Setting<unknown>) => {
    if (one.isSecret === true && env[fileVariable(one.variable)]) return true;
    const text = env[one.variable];
    if (text === undefined || text === '') return false;
    const reading = one.read(text);
    return !('value' in reading) || reading.value !== one.default;
  });
  const describe = ({ variable, isSecret }: Setting<unknown>) =>
    isSecret === true ? `${variable}=(set)` : `${variable}=${env[variable]}`;
  return given.map(describe).join(' ');
}

/** The environment variables for one setting where a flag, if given, takes precedence over them. */
export function withFlag(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  flag: string | undefined,
): Record<string, string | undefined> {
  if (flag !== undefined) return { [variable]: flag };
  return { [variable]: env[variable], [fileVariable(variable)]: env[fileVariable(variable)] };
}

/** All environment variables, where a flag, if given, takes the place of those for one setting. */
export function overrideVariable(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  flag: string | undefined,
): Readonly<Record<string, string | undefined>> {
  return flag === undefined ? env : { ...env, [fileVariable(variable)]: undefined, [variable]: flag };
}

/** @throws ConfigError when a variable is a misspelled setting; for commands that use only some settings */
export function requireKnownVariables(env: Readonly<Record<string, string | undefined>>): void {
  const errors = misspelledVariables(env);
  if (errors.length > 0) throw new ConfigError(errors);
}

/** The variables with our prefix that are neither settings nor misspelled settings. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return findUnknownVariables(env, knownVariables).others;
}

function misspelledVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { misspelled } = findUnknownVariables(env, knownVariables);
  return misspelled.map(({ name, suggestion }) => `${name} is not a setting. Did you mean ${suggestion}?`);
}

/** A preset that looks like one of our keys must be well-formed, because requests with it are checked too. */
function findPresetError(preset: string, environment: Environment): string | undefined {
  const form = inspectSecret(preset);
  if (form.kind === 'damaged')
    return `is a malformed API key: it begins with ${keyPrefixes.production} or ${keyPrefixes.staging}, but its checksum does not match`;
  if (form.kind === 'key' && form.isPublic === true)
    return `begins as public keys do (${publicKeyPrefixes[form.environment]}), but has to be an admin key`;
  if (form.kind === 'key' && form.environment !== environment)
    return `is a ${form.environment} key, but the environment is ${environment}`;
  return undefined;
}
