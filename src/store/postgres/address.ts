/** One server of a database URL. */
export interface ServerAddress {
  host: string;
  port: number;
}

/** What a database URL for PostgreSQL says. */
export interface PostgresAddress {
  /** Those that may take over from each other. The one that takes writes is found by asking. */
  servers: readonly ServerAddress[];
  user: string;
  /** Missing when the server wants none, or when it stands in `PGPASSWORD`. */
  password: string | undefined;
  database: string;
  applicationName: string;
  /** As libpq's `sslmode`. */
  tls: TlsMode;
  /** A file with the certificates (PEM) that the servers' own must go back to; it implies `verify-full`. */
  rootCertificate: string | undefined;
}

const tlsModes = ['disable', 'prefer', 'require', 'verify-full'] as const;
type TlsMode = (typeof tlsModes)[number];

const form = /^postgres(?:ql)?:\/\/([^:@/?#]+)(?::([^@/?#]*))?@([^@/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/;
const server = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/;
const defaultPort = 5432;

/** What a URL must look like, for the person who wrote another one. */
export const postgresUrlForm =
  'postgres://USER:PASSWORD@HOST:PORT/DATABASE, with several HOST:PORT separated by commas if there are standbys, ' +
  `and as parameters only sslmode (${tlsModes.join(', ')}), sslrootcert and application_name`;

/**
 * Reads a connection URI as libpq has it, with several hosts if there are several, each percent-decoded part for part.
 * Gives `undefined` for anything else, and for parameters that would be without effect.
 */
export function readPostgresUrl(url: string): PostgresAddress | undefined {
  const [, user, password, hosts, database, query = ''] = form.exec(url) ?? [];
  if (user === undefined || hosts === undefined || database === undefined) return undefined;
  const servers = hosts.split(',').map(readServer);
  const {
    sslmode = 'prefer',
    sslrootcert,
    application_name,
    ...others
  } = Object.fromEntries(new URLSearchParams(query));
  const tls = tlsModes.find((mode) => mode === sslmode);
  if (tls === undefined || Object.keys(others).length > 0 || !servers.every((entry) => entry !== undefined)) {
    return undefined;
  }
  try {
    return {
      servers,
      user: decodeURIComponent(user),
      password: password === undefined ? undefined : decodeURIComponent(password),
      database: decodeURIComponent(database),
      applicationName: application_name ?? 'petstore',
      tls,
      rootCertificate: sslrootcert,
    };
  } catch {
    return undefined;
  }
}

/** The URL as it can be shown: without the password. */
export function hidePassword(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^:@/?#]+):[^@/?#]*@/, '$1@');
}

/** As it stands in a URL. */
export function serverName({ host, port }: ServerAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function readServer(text: string): ServerAddress | undefined {
  const [, host, port] = server.exec(text) ?? [];
  if (host === undefined) return undefined;
  const number = port === undefined ? defaultPort : Number(port);
  return number > 0 && number <= 65_535 ? { host: host.replace(/^\[(.*)\]$/, '$1'), port: number } : undefined;
}
