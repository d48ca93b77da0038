import type { Environment } from '../domain/key-format.ts';
import type { LogLevel } from '../lib/log.ts';
import type { PetStatus } from '../model/pets.ts';
import { fileVariable } from './secret-files.ts';
import {
  certificateFile,
  databaseUrl,
  integer,
  logLevel,
  type MediaLocation,
  mediaLocation,
  networks,
  onOrOff,
  origins,
  petStatusList,
  postgresUrl,
  presetApiKey,
  privateKeyFile,
  publicUrl,
  type Reading,
  s3Endpoint,
} from './values.ts';

/** One setting: its environment variable, its flag, and how its text is parsed. */
export interface Setting<Value> {
  variable: string;
  flag: string;
  argument: string;
  description: string;
  read(text: string): Reading<Value>;
  default: Value;
  /** Whether its value must not be shown, and may also come from a file that `<variable>_FILE` names. */
  isSecret?: boolean;
}

function setting<Value>(definition: Setting<Value>): Setting<Value> {
  return definition;
}

/** Every setting of `petstore serve`. A flag takes precedence over its variable. */
export const settings = {
  port: setting({
    variable: 'PORT',
    flag: '--port',
    argument: '<number>',
    description: 'port to listen on, 0 for any free one (default 8080)',
    read: (text) => integer(text, 0, 65_535),
    default: 8080,
  }),
  host: setting({
    variable: 'HOST',
    flag: '--host',
    argument: '<address>',
    description: 'address to listen on (default 127.0.0.1, this machine only)',
    read: (text) => ({ value: text }),
    default: '127.0.0.1',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    flag: '--database-url',
    argument: '<url>',
    description: 'database: sqlite:PATH or postgres://… (default sqlite:data/petstore.db)',
    read: databaseUrl,
    default: 'sqlite:data/petstore.db',
    isSecret: true,
  }),
  readDatabaseUrl: setting<string | undefined>({
    variable: 'PETSTORE_READ_DATABASE_URL',
    flag: '--read-database-url',
    argument: '<url>',
    description: 'PostgreSQL standbys to read from; they must apply each commit before it is acknowledged',
    read: postgresUrl,
    default: undefined,
    isSecret: true,
  }),
  databaseConnections: setting({
    variable: 'PETSTORE_DATABASE_CONNECTIONS',
    flag: '--database-connections',
    argument: '<number>',
    description: 'size of the PostgreSQL connection pool (default 16)',
    read: (text) => integer(text, 4, 1_000),
    default: 16,
  }),
  databaseWaitSeconds: setting({
    variable: 'PETSTORE_DATABASE_WAIT',
    flag: '--database-wait',
    argument: '<seconds>',
    description: 'seconds a request waits while PostgreSQL restarts or fails over, 0 to not wait (default 2)',
    read: (text) => integer(text, 0, 30),
    default: 2,
  }),
  mediaLocation: setting<MediaLocation | undefined>({
    variable: 'PETSTORE_MEDIA_URL',
    flag: '--media-url',
    argument: '<url>',
    description:
      'where photos are: file:FOLDER or s3://BUCKET/PREFIX (default a folder beside a SQLite file; none with PostgreSQL)',
    read: mediaLocation,
    default: undefined,
  }),
  s3Endpoint: setting<string | undefined>({
    variable: 'PETSTORE_S3_ENDPOINT',
    flag: '--s3-endpoint',
    argument: '<url>',
    description: 'address of the S3-compatible service of that bucket (default that of AWS, or S3_ENDPOINT)',
    read: s3Endpoint,
    default: undefined,
  }),
  s3Region: setting<string | undefined>({
    variable: 'PETSTORE_S3_REGION',
    flag: '--s3-region',
    argument: '<name>',
    description: 'region of that bucket (default S3_REGION or AWS_REGION)',
    read: (text) => ({ value: text }),
    default: undefined,
  }),
  s3AccessKeyId: setting<string | undefined>({
    variable: 'PETSTORE_S3_ACCESS_KEY_ID',
    flag: '--s3-access-key-id',
    argument: '<id>',
    description: 'access key of that bucket (default S3_ACCESS_KEY_ID or AWS_ACCESS_KEY_ID)',
    read: (text) => ({ value: text }),
    default: undefined,
    isSecret: true,
  }),
  s3SecretAccessKey: setting<string | undefined>({
    variable: 'PETSTORE_S3_SECRET_ACCESS_KEY',
    flag: '--s3-secret-access-key',
    argument: '<secret>',
    description: 'its secret (default S3_SECRET_ACCESS_KEY or AWS_SECRET_ACCESS_KEY)',
    read: (text) => ({ value: text }),
    default: undefined,
    isSecret: true,
  }),
  environment: setting<Environment>({
    variable: 'PETSTORE_ENV',
    flag: '--env',
    argument: '<name>',
    description: 'production or staging (default production)',
    read: (text) =>
      text === 'production' || text === 'staging' ? { value: text } : { mustBe: 'production or staging' },
    default: 'production',
  }),
  productionUrl: setting<string | undefined>({
    variable: 'PETSTORE_URL',
    flag: '--url',
    argument: '<url>',
    description: 'public address of the production service, without /v1',
    read: publicUrl,
    default: undefined,
  }),
  stagingUrl: setting<string | undefined>({
    variable: 'PETSTORE_STAGING_URL',
    flag: '--staging-url',
    argument: '<url>',
    description: 'public address of the staging service, without /v1',
    read: publicUrl,
    default: undefined,
  }),
  presetApiKey: setting<string | undefined>({
    variable: 'PETSTORE_API_KEY',
    flag: '--api-key',
    argument: '<secret>',
    description:
      'an admin key of your own, registered at the first start; other users can see it here, but not in the environment',
    read: presetApiKey,
    default: undefined,
    isSecret: true,
  }),
  rateLimit: setting({
    variable: 'PETSTORE_RATE_LIMIT',
    flag: '--rate-limit',
    argument: '<number>',
    description: 'requests per minute and key that is not public, 0 for no limit (default 0)',
    read: (text) => integer(text, 0, 1_000_000_000),
    default: 0,
  }),
  publicRateLimit: setting({
    variable: 'PETSTORE_PUBLIC_RATE_LIMIT',
    flag: '--public-rate-limit',
    argument: '<number>',
    description: 'requests per minute and public key, 0 for no limit (default 6000)',
    read: (text) => integer(text, 0, 1_000_000_000),
    default: 6_000,
  }),
  anonymousRateLimit: setting({
    variable: 'PETSTORE_ANONYMOUS_RATE_LIMIT',
    flag: '--anonymous-rate-limit',
    argument: '<number>',
    description:
      'requests without a valid key, or with a public one, per minute and client address, 0 for no limit (default 1200)',
    read: (text) => integer(text, 0, 1_000_000_000),
    default: 1_200,
  }),
  publicStatuses: setting<readonly PetStatus[]>({
    variable: 'PETSTORE_PUBLIC_STATUSES',
    flag: '--public-statuses',
    argument: '<statuses>',
    description: 'the animals that the public may see, by status, separated by commas (default available,pending)',
    read: petStatusList,
    default: ['available', 'pending'],
  }),
  trustedProxies: setting<readonly string[]>({
    variable: 'PETSTORE_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    argument: '<addresses>',
    description: 'proxies whose X-Forwarded-For or Forwarded is believed: addresses and networks, separated by commas',
    read: networks,
    default: [],
  }),
  corsOrigins: setting<readonly string[]>({
    variable: 'PETSTORE_CORS_ORIGINS',
    flag: '--cors-origins',
    argument: '<origins>',
    description: 'web origins that may call the service, separated by commas, or *',
    read: origins,
    default: [],
  }),
  workers: setting({
    variable: 'PETSTORE_WORKERS',
    flag: '--workers',
    argument: '<number>',
    description: 'server processes that share the port (default 1)',
    read: (text) => integer(text, 1, 64),
    default: 1,
  }),
  isAccessLogged: setting({
    variable: 'PETSTORE_ACCESS_LOG',
    flag: '--access-log',
    argument: '<on|off>',
    description: 'log one line per request (default off)',
    read: onOrOff,
    default: false,
  }),
  logLevel: setting<LogLevel>({
    variable: 'PETSTORE_LOG_LEVEL',
    flag: '--log-level',
    argument: '<level>',
    description: 'least severe level to log: debug, info, warn or error (default info)',
    read: logLevel,
    default: 'info',
  }),
  drainSeconds: setting({
    variable: 'PETSTORE_DRAIN_SECONDS',
    flag: '--drain-seconds',
    argument: '<number>',
    description: 'seconds between a stop signal, when /readyz begins to fail, and the end of listening (default 0)',
    read: (text) => integer(text, 0, 600),
    default: 0,
  }),
  eventsDays: setting({
    variable: 'PETSTORE_EVENTS_DAYS',
    flag: '--events-days',
    argument: '<number>',
    description: 'days to keep events, at least 2 (default 90)',
    read: (text) => integer(text, 2, 36_500),
    default: 90,
  }),
  reachesPrivateAddresses: setting({
    variable: 'PETSTORE_WEBHOOK_PRIVATE_ADDRESSES',
    flag: '--webhook-private-addresses',
    argument: '<on|off>',
    description: 'allow webhooks with http and with private or loopback addresses (default off)',
    read: onOrOff,
    default: false,
  }),
  hstsDays: setting({
    variable: 'PETSTORE_HSTS_DAYS',
    flag: '--hsts-days',
    argument: '<number>',
    description: 'days for which browsers that have been here use HTTPS only, 0 for no rule (default 0)',
    read: (text) => integer(text, 0, 3_650),
    default: 0,
  }),
  tlsCert: setting<string | undefined>({
    variable: 'PETSTORE_TLS_CERT',
    flag: '--tls-cert',
    argument: '<file>',
    description: 'certificate (PEM) to serve HTTPS with',
    read: certificateFile,
    default: undefined,
  }),
  tlsKey: setting<string | undefined>({
    variable: 'PETSTORE_TLS_KEY',
    flag: '--tls-key',
    argument: '<file>',
    description: 'private key (PEM) of that certificate',
    read: privateKeyFile,
    default: undefined,
  }),
};

/** The environment variables with secrets of `petstore serve`, and those that name files with them. */
export const secretVariables: readonly string[] = Object.values(settings)
  .filter(({ isSecret }) => isSecret === true)
  .flatMap(({ variable }) => [variable, fileVariable(variable)]);

/** The variables of the commands that call a running service: its address and the API key. */
export const clientVariables = { server: 'PETSTORE_SERVER', token: 'PETSTORE_TOKEN' } as const;
