import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { atEnd } from '../at-end.ts';
import { freePort } from '../process/ports.ts';
import { childrenOf, end, halt, isAlive, kill } from '../process/processes.ts';
import { until } from '../until.ts';

const deploy = join(import.meta.dir, '../../../deploy/patroni');
const debian = '/usr/lib/postgresql';
const numbers = [1, 2, 3] as const;
/** One more than Patroni needs to find its cluster, etcd and the other members. */
const requestTimeoutMs = 2_000;

/** PostgreSQL and Patroni run as this user: root must not. */
const owner = process.getuid?.() === 0 ? findUser('postgres') : { name: userInfo().username };

interface User {
  readonly name: string;
  readonly uid?: number;
  readonly gid?: number;
}

function findUser(name: string): User | undefined {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return uid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

/** Why no cluster can be started on this machine, if so. */
export function findPatroniObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'Patroni is started on Linux only';
  const missing = ['etcd', 'patroni', 'patronictl'].filter((program) => Bun.which(program) === null);
  if (findBinaries() === undefined) missing.push('PostgreSQL');
  if (missing.length === 0 && owner !== undefined) return undefined;
  return `needs ${missing.join(', ') || 'the user postgres'}: apt-get install etcd-server etcd-client patroni postgresql`;
}

/** The newest PostgreSQL of Debian. */
function findBinaries(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.map(Number).sort((one, other) => other - one)[0];
  const folder = join(debian, String(newest), 'bin');
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

/** A member of the cluster, as Patroni tells it. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/**
 * Three members of etcd and three of Patroni, each on a loopback address of its own, with the files in deploy/patroni: in
 * those only addresses, ports, folders, the name of the machine and of the user are replaced, and the watchdog is off.
 */
export class PatroniCluster {
  readonly machines: readonly Machine[];
  readonly #ports = { postgres: freePort(), api: freePort(), client: freePort(), peer: freePort() };

  private constructor(folder: string) {
    const local = (text: string) =>
      text
        .replaceAll(/\b10\.0\.0\.1([123])\b/g, '127.0.0.$1')
        .replaceAll(/\b10\.0\.0\.2\d\b/g, '127.0.0.1')
        .replaceAll(':5432', `:${this.#ports.postgres}`)
        .replaceAll(':8008', `:${this.#ports.api}`)
        .replaceAll(':2379', `:${this.#ports.client}`)
        .replaceAll(':2380', `:${this.#ports.peer}`);
    this.machines = numbers.map((number) => new Machine(number, join(folder, `db${number}`), local));
  }

  /** Starts a cluster in a folder, with the database `petstore`. */
  static async start(folder: string): Promise<PatroniCluster> {
    mkdirSync(folder);
    give(folder);
    const cluster = new PatroniCluster(folder);
    atEnd(() => cluster.close());
    for (const machine of cluster.machines) machine.startEtcd();
    for (const machine of cluster.machines) machine.startPatroni();
    await cluster.untilWhole();
    const machine = cluster.machine(await cluster.leader());
    const [, password = ''] = /:([^:@]+)@/.exec(cluster.url) ?? [];
    machine.psql('postgres', `CREATE ROLE petstore LOGIN PASSWORD '${password}'`);
    machine.psql('postgres', 'CREATE DATABASE petstore OWNER petstore');
    machine.psql('postgres', 'GRANT pg_read_all_stats TO petstore');
    return cluster;
  }

  /** The URL of deploy/patroni/petstore.env. */
  get url(): string {
    const [, url = ''] = /^DATABASE_URL=(.*)$/m.exec(readFileSync(join(deploy, 'petstore.env'), 'utf8')) ?? [];
    return this.machines[0]?.local(url) ?? '';
  }

  machine(name: string): Machine {
    const found = this.machines.find((machine) => machine.name === name);
    if (found === undefined) throw new Error(`there is no machine ${name}`);
    return found;
  }

  /** Runs SQL on the leader, as the service. */
  async run(sql: string): Promise<unknown[][]> {
    const { address } = this.machine(await this.leader());
    const url = this.url.replace(/@.*\//, `@${address}/`);
    const client = new SQL({ url, database: 'petstore', max: 1, bigint: true, connectionTimeout: 2 });
    try {
      return (await client.unsafe(sql).values()) as unknown[][];
    } finally {
      await client.close();
    }
  }

  /** What a member that responds knows of all; empty if none does. */
  async members(): Promise<readonly Member[]> {
    const asked = this.machines.map(async ({ apiUrl }) => {
      const response = await fetch(`${apiUrl}/cluster`, { signal: AbortSignal.timeout(requestTimeoutMs) });
      return ((await response.json()) as { members: Member[] }).members;
    });
    return await Promise.any(asked).catch(() => []);
  }

  /** The name of the machine that leads and takes writes, as soon as there is one, and it is not this one. */
  async leader(not?: string): Promise<string> {
    const isLeader = async ({ apiUrl, name }: Machine) => {
      const { status } = await fetch(`${apiUrl}/primary`, { signal: AbortSignal.timeout(requestTimeoutMs) });
      return status === 200 && name !== not ? name : Promise.reject(new Error(`${name} does not lead`));
    };
    return await until('a leader', () => Promise.any(this.machines.map(isLeader)).catch(() => undefined));
  }

  /** Waits until three members run on one timeline, and one of them is a synchronous standby. */
  async untilWhole(): Promise<readonly Member[]> {
    return await until(
      'three members, one of them a synchronous standby',
      () => this.members(),
      (members) =>
        members.length === numbers.length &&
        members.every(({ state, timeline }) => /running|streaming/.test(state) && timeline === members[0]?.timeline) &&
        ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role)),
    );
  }

  /** Ends all processes and removes the data. Logs stay. */
  async close(): Promise<void> {
    for (const machine of this.machines) await machine.remove();
  }
}

/** A machine with a member of etcd, Patroni and PostgreSQL. */
export class Machine {
  readonly name: string;
  readonly apiUrl: string;
  /** `HOST:PORT` of PostgreSQL. */
  readonly address: string;
  readonly local: (text: string) => string;
  readonly #folder: string;
  readonly #data: string;
  readonly #socket: string;
  readonly #config: string;
  readonly #etcdEnv: Record<string, string>;
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  constructor(number: number, folder: string, local: (text: string) => string) {
    this.name = `db${number}`;
    this.local = local;
    this.#folder = folder;
    this.#data = join(folder, 'data');
    this.#socket = join(folder, 'socket');
    this.#config = join(folder, 'patroni.yml');
    for (const path of [folder, this.#socket]) {
      mkdirSync(path);
      give(path);
    }
    const [all = '', own = ''] = readFileSync(join(deploy, 'etcd.env'), 'utf8')
      .split(/(?=# The same on all three)/)
      .reverse();
    const ownEnv = own.replaceAll('db1', this.name).replaceAll('10.0.0.11', `10.0.0.1${number}`);
    const etcdEnv = replaceAll(local(ownEnv + all), { '/var/lib/etcd/petstore': join(folder, 'etcd') });
    this.#etcdEnv = Object.fromEntries(
      [...etcdEnv.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
    );
    const lines = readFileSync(join(deploy, 'patroni.yml'), 'utf8').split('\n');
    const ofMachine = lines.map((line) =>
      line.endsWith('# this machine') ? line.replace('db1', this.name).replace('10.0.0.11', `10.0.0.1${number}`) : line,
    );
    const config = replaceAll(local(ofMachine.join('\n')), {
      '/usr/lib/postgresql/15/bin': findBinaries() ?? '',
      '/var/lib/postgresql/15/patroni': this.#data,
      '/var/lib/postgresql/15/pgpass': join(folder, 'pgpass'),
      '/var/run/postgresql': this.#socket,
      'username: postgres': `username: ${owner?.name}`,
      'local all postgres peer': `local all ${owner?.name} peer`,
      // Some trials halt Patroni, for which a watchdog would reset the machine.
      'mode: automatic': "mode: 'off'",
    });
    writeFileSync(this.#config, config);
    give(this.#config);
    const { restapi, postgresql } = Bun.YAML.parse(config) as Record<
      'restapi' | 'postgresql',
      { connect_address: string }
    >;
    this.apiUrl = `http://${restapi.connect_address}`;
    this.address = postgresql.connect_address;
  }

  startEtcd(): void {
    if (isRunning(this.#etcd)) return;
    this.#etcd = this.#spawn('etcd', [], this.#etcdEnv);
  }

  startPatroni(): void {
    if (isRunning(this.#patroni)) return;
    this.#patroni = this.#spawn('patroni', [this.#config]);
  }

  /** Starts what does not run. */
  start(): void {
    this.startEtcd();
    this.startPatroni();
  }

  killEtcd(): void {
    this.#etcd?.kill('SIGKILL');
  }

  /** Ends Patroni and PostgreSQL. */
  async killDatabase(): Promise<void> {
    this.#patroni?.kill('SIGKILL');
    await this.killPostgres();
  }

  async killAll(): Promise<void> {
    this.killEtcd();
    await this.killDatabase();
  }

  /** Ends PostgreSQL, and waits until its sessions have ended. */
  async killPostgres(): Promise<void> {
    const pids = this.#postgresPids();
    for (const pid of pids) end(pid);
    await until('the sessions of a killed server to end', () => !pids.some(isAlive));
  }

  /** Stops Patroni, or Patroni and PostgreSQL. Returns a function that continues them. */
  async halt(what: 'Patroni' | 'all'): Promise<() => void> {
    const pids = [this.#patroni?.pid, ...(what === 'all' ? this.#postgresPids() : [])];
    for (const pid of pids) if (pid !== undefined && isAlive(pid)) await halt(pid);
    return () => {
      for (const pid of pids) if (pid !== undefined && isAlive(pid)) kill(pid, 'SIGCONT');
    };
  }

  patronictl(...args: string[]): void {
    this.#runAs('patronictl', '-c', this.#config, ...args);
  }

  /** Runs SQL through its socket, as the superuser. */
  psql(database: string, sql: string): void {
    const place = ['-h', this.#socket, '-p', this.address.split(':')[1] ?? '', '-d', database];
    this.#runAs('psql', ...place, '-v', 'ON_ERROR_STOP=1', '-c', sql);
  }

  /** Ends all processes, also those that are halted, and removes the data. Logs stay. */
  async remove(): Promise<void> {
    this.killEtcd();
    this.#patroni?.kill('SIGKILL');
    await this.killPostgres();
    for (const path of [this.#data, join(this.#folder, 'etcd')]) rmSync(path, { recursive: true, force: true });
  }

  /** The server, and its sessions and helpers. */
  #postgresPids(): number[] {
    const path = join(this.#data, 'postmaster.pid');
    const pid = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0;
    return pid > 0 && isAlive(pid) ? [pid, ...childrenOf(pid)] : [];
  }

  #spawn(program: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const log = openSync(join(this.#folder, `${program}.log`), 'a');
    return spawn(program, args, { ...asOwner(), env: { ...environment, ...env }, stdio: ['ignore', log, log] });
  }

  #runAs(program: string, ...args: string[]): void {
    const { status, stdout, stderr } = spawnSync(program, args, { ...asOwner(), env: environment, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' };

function asOwner(): { uid?: number; gid?: number } {
  return owner?.uid === undefined || owner.gid === undefined ? {} : { uid: owner.uid, gid: owner.gid };
}

function give(path: string): void {
  if (owner?.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

/** @throws Error for a text that is not there */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`"${from}" is not in the file`);
    return done.replaceAll(from, to);
  }, text);
}
