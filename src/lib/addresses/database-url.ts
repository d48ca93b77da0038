import { readFileSync } from 'node:fs';

export interface ServerAddress {
  host: string;
  port: number;
}

/** A database URL of PostgreSQL. */
export interface PostgresAddress {
  /** A primary and its standbys, in any order: the primary is found by asking all of them. */
  servers: readonly ServerAddress[];
  user: string;
  /** Missing if the server needs none, or if it is set by `PGPASSWORD`. */
  password: string | undefined;
  /** A file with the URL, in which a user and a password that the server refuses may have been replaced. */
  urlFile?: string | undefined;
  database: string;
  applicationName: string;
  /** `sslmode` of libpq. */
  tls: TlsMode;
  /** A file with the root certificates (PEM) to verify the servers with; implies `verify-full`. */
  rootCertificate: string | undefined;
}

/** The file of a database URL; `undefined` if the URL is not of SQLite. */
export function sqlitePath(databaseUrl: string): string | undefined {
  return /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
}

/** The URL under another name of its sessions, and the one that they have with the URL as it is. */
export function renameSessions(url: string, suffix: string): { url: string; name: string } {
  const name = readPostgresUrl(url)?.applicationName ?? 'petstore';
  const [address = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('application_name', `${name} ${suffix}`);
  return { url: `${address}?${parameters}`, name };
}

const tlsModes = ['disable', 'prefer', 'require', 'verify-full'] as const;
type TlsMode = (typeof tlsModes)[number];

const form = /^postgres(?:ql)?:\/\/([^:@/?#]+)(?::([^@/?#]*))?@([^@/?#]+)\/([^/?#]+)(?:\?([^#]*))?$/;
const server = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::([0-9]{1,5}))?$/;
const defaultPort = 5432;

export const postgresUrlForm =
  'postgres://USER:PASSWORD@HOST:PORT/DATABASE, with several HOST:PORT separated by commas if there are standbys, ' +
  `and as parameters only sslmode (${tlsModes.join(', ')}; without it PGSSLMODE), sslrootcert (PGSSLROOTCERT) and application_name`;

/**
 * Parses a connection URI of libpq, which may have several hosts, and percent-decodes its parts. Returns `undefined` for
 * anything else, and for parameters that would have no effect.
 */
export function readPostgresUrl(url: string): PostgresAddress | undefined {
  const [, user, password, hosts, database, query = ''] = form.exec(url) ?? [];
  if (user === undefined || hosts === undefined || database === undefined) return undefined;
  const servers = hosts.split(',').map(readServer);
  const {
    sslmode = process.env['PGSSLMODE'] || 'prefer',
    sslrootcert = sslmode === 'disable' ? undefined : process.env['PGSSLROOTCERT'] || undefined,
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

/** The address with the user and the password that its file has now; the same one if they are the same, or cannot be read. */
export function renewCredentials(address: PostgresAddress): PostgresAddress {
  if (address.urlFile === undefined) return address;
  try {
    const { user, password } = readPostgresUrl(readFileSync(address.urlFile, 'utf8').trimEnd()) ?? address;
    return user === address.user && password === address.password ? address : { ...address, user, password };
  } catch {
    return address;
  }
}

export function hidePassword(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^:@/?#]+):[^@/?#]*@/, '$1@');
}

/** `HOST:PORT`, as in a URL. */
export function serverName({ host, port }: ServerAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function readServer(text: string): ServerAddress | undefined {
  const [, host, port] = server.exec(text) ?? [];
  if (host === undefined) return undefined;
  const number = port === undefined ? defaultPort : Number(port);
  return number > 0 && number <= 65_535 ? { host: host.replace(/^\[(.*)\]$/, '$1'), port: number } : undefined;
}
