import { type Environment, inspectSecret, keyPrefixes } from '../domain/key-format.ts';
import { sqlitePath } from '../store/open-store.ts';
import { clientVariables, type Setting, settings } from './settings.ts';
import { isKeyOfCertificate } from './values.ts';
import { findUnknownVariables } from './variable-names.ts';

export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  /** Where to read from, if not only from the primary. */
  readDatabaseUrl: string | undefined;
  /** Connections to hold open to PostgreSQL. */
  databaseConnections: number;
  /** How long a request waits while there is no connection to PostgreSQL. */
  databaseWaitSeconds: number;
  environment: Environment;
  /** Public addresses, ending before the version segment; `undefined` for the address that is listened on. */
  urls: Record<Environment, string | undefined>;
  presetApiKey: string | undefined;
  rateLimit: number;
  corsOrigins: readonly string[];
  /** Server processes that share the port. */
  workers: number;
  isAccessLogged: boolean;
  /** How long an event is kept. */
  eventsDays: number;
  /** Whether webhooks may be sent to private and loopback addresses. */
  reachesPrivateAddresses: boolean;
  /** PEM texts that belong together. */
  tls: { cert: string; key: string } | undefined;
}

const knownVariables: readonly string[] = [
  ...Object.values(settings).map(({ variable }) => variable),
  ...Object.values(clientVariables),
];

/** The settings cannot be used. `faults` are all of them, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly errors: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.errors = faults;
  }
}

/**
 * Reads the settings from environment variables. An empty variable counts as missing.
 * @throws ConfigError with every fault at once. No message repeats a secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults = [...misspeltVariables(env)];
  function value<Value>({ variable, flag, read, default: fallback }: Setting<Value>): Value {
    const text = env[variable];
    if (text === undefined || text === '') return fallback;
    const result = read(text);
    if ('value' in result) return result.value;
    faults.push(`${variable} (${flag}) must be ${result.mustBe}`);
    return fallback;
  }
  const environment = value(settings.environment);
  const preset = value(settings.presetApiKey);
  const presetFault = preset === undefined ? undefined : wrongForm(preset, environment);
  if (presetFault !== undefined)
    faults.push(`${settings.presetApiKey.variable} (${settings.presetApiKey.flag}) ${presetFault}`);
  const cert = value(settings.tlsCert);
  const key = value(settings.tlsKey);
  const tls = cert !== undefined && key !== undefined ? { cert, key } : undefined;
  const tlsPair = 'PETSTORE_TLS_CERT (--tls-cert) and PETSTORE_TLS_KEY (--tls-key)';
  if (!env[settings.tlsCert.variable] !== !env[settings.tlsKey.variable]) {
    faults.push(`${tlsPair} must be given together`);
  }
  if (tls && !isKeyOfCertificate(tls.cert, tls.key)) faults.push(`${tlsPair} must belong together`);
  const url = value(settings.databaseUrl);
  const readUrl = value(settings.readDatabaseUrl);
  if (readUrl !== undefined && sqlitePath(url) !== undefined) {
    faults.push(`${settings.readDatabaseUrl.variable} (${settings.readDatabaseUrl.flag}) needs a PostgreSQL database`);
  }
  const config: Config = {
    port: value(settings.port),
    host: value(settings.host),
    databaseUrl: url,
    readDatabaseUrl: readUrl,
    databaseConnections: value(settings.databaseConnections),
    databaseWaitSeconds: value(settings.databaseWaitSeconds),
    environment,
    urls: { production: value(settings.productionUrl), staging: value(settings.stagingUrl) },
    presetApiKey: preset,
    rateLimit: value(settings.rateLimit),
    corsOrigins: value(settings.corsOrigins),
    workers: value(settings.workers),
    isAccessLogged: value(settings.isAccessLogged),
    eventsDays: value(settings.eventsDays),
    reachesPrivateAddresses: value(settings.reachesPrivateAddresses),
    tls,
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** @throws ConfigError when a variable is a misspelt setting; for commands that read few of the settings */
export function requireKnownVariables(env: Readonly<Record<string, string | undefined>>): void {
  const faults = misspeltVariables(env);
  if (faults.length > 0) throw new ConfigError(faults);
}

/** The variables with our prefix that are neither settings nor misspelt ones. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return findUnknownVariables(env, knownVariables).others;
}

function misspeltVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { misspelt } = findUnknownVariables(env, knownVariables);
  return misspelt.map(({ name, suggestion: meant }) => `${name} is not a setting; did you mean ${meant}?`);
}

/** A preset that looks like a key of ours is held to the form of one, because every request is. */
function wrongForm(preset: string, environment: Environment): string | undefined {
  const form = inspectSecret(preset);
  if (form.kind === 'damaged')
    return `begins with ${keyPrefixes.production} or ${keyPrefixes.staging} but its checksum does not fit`;
  if (form.kind === 'key' && form.environment !== environment)
    return `is a ${form.environment} key, and this is ${environment}`;
  return undefined;
}
