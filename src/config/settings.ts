import { logLevels } from '../lib/log.ts';
import { publicPageSettings } from './public-page.ts';
import { fileVariable } from './secret-files.ts';
import { anyText, choice, noDefault, number, onOrOff, secret, setting } from './setting.ts';
import {
  certificateFile,
  currencyCode,
  databaseUrl,
  idleSeconds,
  mediaLocation,
  networks,
  origins,
  petStatusList,
  postgresUrl,
  presetApiKey,
  privateKeyFile,
  publicUrl,
  s3Endpoint,
  timeZoneName,
} from './values.ts';

/** Every setting of `petstore serve`. A flag takes precedence over its variable. */
export const settings = {
  port: setting('PORT=<number>', number(0, 65_535, 8080), 'port to listen on, 0 for any free one (default 8080)'),
  host: setting(
    'HOST=<address>',
    { read: anyText, default: '127.0.0.1' },
    'address to listen on (default 127.0.0.1, this machine only)',
  ),
  databaseUrl: setting(
    'DATABASE_URL=<url>',
    secret({ read: databaseUrl, default: 'sqlite:data/petstore.db' }),
    'database: sqlite:PATH or postgres://… (default sqlite:data/petstore.db)',
  ),
  newDatabase: setting(
    'PETSTORE_NEW_DATABASE=<create|refuse>',
    choice(['create', 'refuse'], 'create', 'create or refuse'),
    'what to do where there is no database: create one, or refuse to start (default create)',
  ),
  currency: setting(
    'PETSTORE_CURRENCY=<code>',
    noDefault(currencyCode),
    'currency (ISO 4217) of amounts that people type without one, such as EUR (default what they have said in the console)',
  ),
  timeZone: setting(
    'PETSTORE_TIME_ZONE=<name>',
    noDefault(timeZoneName),
    "time zone of the shelter, whose days count, while the database has none, such as Europe/Berlin (default this machine's in a new one)",
  ),
  readDatabaseUrl: setting(
    'PETSTORE_READ_DATABASE_URL=<url>',
    secret(noDefault(postgresUrl)),
    'PostgreSQL standbys to read from; they must apply each commit before it is acknowledged',
  ),
  databaseConnections: setting(
    'PETSTORE_DATABASE_CONNECTIONS=<number>',
    number(4, 1_000, 16),
    'size of the PostgreSQL connection pool (default 16)',
  ),
  databaseWaitSeconds: setting(
    'PETSTORE_DATABASE_WAIT=<seconds>',
    number(0, 30, 2),
    'seconds a request waits while PostgreSQL restarts or fails over, 0 to not wait (default 2)',
  ),
  mediaLocation: setting(
    'PETSTORE_MEDIA_URL=<url>',
    noDefault(mediaLocation),
    'where photos are: file:FOLDER or s3://BUCKET/PREFIX (default a folder beside a SQLite file; none with PostgreSQL)',
  ),
  s3Endpoint: setting(
    'PETSTORE_S3_ENDPOINT=<url>',
    noDefault(s3Endpoint),
    'address of the S3-compatible service of that bucket (default that of AWS, or S3_ENDPOINT)',
  ),
  s3Region: setting(
    'PETSTORE_S3_REGION=<name>',
    noDefault(anyText),
    'region of that bucket (default S3_REGION or AWS_REGION)',
  ),
  s3AccessKeyId: setting(
    'PETSTORE_S3_ACCESS_KEY_ID=<id>',
    secret(noDefault(anyText)),
    'access key of that bucket (default S3_ACCESS_KEY_ID or AWS_ACCESS_KEY_ID)',
  ),
  s3SecretAccessKey: setting(
    'PETSTORE_S3_SECRET_ACCESS_KEY=<secret>',
    secret(noDefault(anyText)),
    'its secret (default S3_SECRET_ACCESS_KEY or AWS_SECRET_ACCESS_KEY)',
  ),
  environment: setting(
    'PETSTORE_ENV=<production|staging>',
    choice(['production', 'staging'], 'production', 'production or staging'),
    'environment of the service and its keys (default production)',
  ),
  productionUrl: setting(
    'PETSTORE_URL=<url>',
    noDefault(publicUrl),
    'public address of the production service, without /v1',
  ),
  stagingUrl: setting(
    'PETSTORE_STAGING_URL=<url>',
    noDefault(publicUrl),
    'public address of the staging service, without /v1',
  ),
  presetApiKey: setting(
    'PETSTORE_API_KEY=<secret>',
    secret(noDefault(presetApiKey)),
    'an admin key of your own, registered at the first start; other users can see it here, but not in the environment',
  ),
  rateLimit: setting(
    'PETSTORE_RATE_LIMIT=<number>',
    number(0, 1_000_000_000, 0),
    'requests per minute and key that is not public, 0 for no limit (default 0)',
  ),
  publicRateLimit: setting(
    'PETSTORE_PUBLIC_RATE_LIMIT=<number>',
    number(0, 1_000_000_000, 6_000),
    'requests per minute and public key, 0 for no limit (default 6000)',
  ),
  anonymousRateLimit: setting(
    'PETSTORE_ANONYMOUS_RATE_LIMIT=<number>',
    number(0, 1_000_000_000, 1_200),
    'requests without a valid key, or with a public one, per minute and client address, 0 for no limit (default 1200)',
  ),
  publicStatuses: setting(
    'PETSTORE_PUBLIC_STATUSES=<statuses>',
    { read: petStatusList, default: ['available', 'pending'] },
    'the animals that the public may see, by status, separated by commas (default available,pending)',
  ),
  trustedProxies: setting(
    'PETSTORE_TRUSTED_PROXIES=<addresses>',
    { read: networks, default: [] },
    'proxies whose X-Forwarded-For or Forwarded is believed: addresses and networks, separated by commas',
  ),
  idleSeconds: setting(
    'PETSTORE_IDLE_SECONDS=<number>',
    { read: idleSeconds, default: 180 },
    'seconds until an idle connection of a proxy, or of a client with a key, is closed, 0 for never (default 180)',
  ),
  corsOrigins: setting(
    'PETSTORE_CORS_ORIGINS=<origins>',
    { read: origins, default: [] },
    'web origins that may call the service, separated by commas, or *',
  ),
  workers: setting('PETSTORE_WORKERS=<number>', number(1, 64, 1), 'server processes that share the port (default 1)'),
  isAccessLogged: setting('PETSTORE_ACCESS_LOG=<on|off>', onOrOff(false), 'log one line per request (default off)'),
  isClientAddressLogged: setting(
    'PETSTORE_LOG_CLIENT_ADDRESS=<on|off>',
    onOrOff(false),
    'log the address of the client in lines about a request, which is personal data (default off)',
  ),
  logLevel: setting(
    'PETSTORE_LOG_LEVEL=<debug|info|warn|error>',
    choice(logLevels, 'info'),
    'least severe level to log (default info)',
  ),
  drainSeconds: setting(
    'PETSTORE_DRAIN_SECONDS=<number>',
    number(0, 600, 0),
    'seconds between a stop signal, when /readyz begins to fail, and the end of listening (default 0)',
  ),
  eventsDays: setting(
    'PETSTORE_EVENTS_DAYS=<number>',
    number(2, 36_500, 90),
    'days to keep events, at least 2 (default 90)',
  ),
  adminEventsDays: setting(
    'PETSTORE_ADMIN_EVENTS_DAYS=<number>',
    number(2, 36_500, 730),
    'days to keep what was done to keys and people, at least 2 (default 730)',
  ),
  reachesPrivateAddresses: setting(
    'PETSTORE_WEBHOOK_PRIVATE_ADDRESSES=<on|off>',
    onOrOff(false),
    'allow webhooks with http and with private or loopback addresses (default off)',
  ),
  hstsDays: setting(
    'PETSTORE_HSTS_DAYS=<number>',
    number(0, 3_650, 0),
    'days for which browsers that have been here use HTTPS only, 0 for no rule (default 0)',
  ),
  tlsCert: setting('PETSTORE_TLS_CERT=<file>', noDefault(certificateFile), 'certificate (PEM) to serve HTTPS with'),
  tlsKey: setting('PETSTORE_TLS_KEY=<file>', noDefault(privateKeyFile), 'private key (PEM) of that certificate'),
  ...publicPageSettings,
};

/** The environment variables with secrets of `petstore serve`, and those that name files with them. */
export const secretVariables: readonly string[] = Object.values(settings)
  .filter(({ isSecret }) => isSecret === true)
  .flatMap(({ variable }) => [variable, fileVariable(variable)]);

/** The variables of the commands that call a running service: its address and the API key. */
export const clientVariables = { server: 'PETSTORE_SERVER', token: 'PETSTORE_TOKEN' } as const;
