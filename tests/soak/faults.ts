import { readFileSync } from 'node:fs';
import type { Random } from '../../cli/demo/seeded-random.ts';
import type { Disk, DiskFault } from '../support/faults/disk.ts';
import type { NetworkProxy } from '../support/http/proxy.ts';
import { fromOtherSessions, type PostgresServer } from '../support/postgres/postgres-server.ts';
import type { ServiceNode } from '../support/process/node.ts';
import { childrenOf, end, halt, isAlive, kill } from '../support/process/processes.ts';
import type { Load } from './load/load.ts';

/** Something that goes wrong while clients work. */
export interface Fault {
  readonly name: string;
  /** How often it is chosen relative to others. */
  readonly weight: number;
  /** Causes the fault. The returned function ends it, unless it has ended by itself; the service must then recover. */
  inject(random: Random, load: Load): Promise<() => unknown>;
}

export function fault(name: string, weight: number, inject: Fault['inject']): Fault {
  return { name, weight, inject };
}

/** A fault that lasts for a time between these two (ms). */
export function lasting(name: string, weight: number, forMs: readonly [number, number], cause: Fault['inject']): Fault {
  return fault(name, weight, async (random, load) => {
    const lift = await cause(random, load);
    await Bun.sleep(random.between(...forMs));
    return lift;
  });
}

export function pickFault(faults: readonly Fault[], random: Random): Fault {
  return random.pick(faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault)));
}

const over = () => undefined;

/** A fault that ends by itself and comes several times in a row, with pauses of up to so many milliseconds. */
function inRow(name: string, weight: number, [most, pauseMs]: [number, number], once: Once): Fault {
  return fault(name, weight, async (random) => {
    for (let count = random.integer(1, most); count > 0; count--) {
      await once(random);
      await Bun.sleep(random.between(0, pauseMs));
    }
    return over;
  });
}
type Once = (random: Random) => unknown;

/** Stopped processes, which would outlive their supervisor. */
const halted = new Set<number>();

/** Ends processes that are still stopped when the run is interrupted. */
export function endHalted(): void {
  for (const pid of halted) end(pid);
}

/** Stops a process for a while. Returns a function that continues it. */
async function freeze(pid: number, random: Random): Promise<() => Promise<void>> {
  halted.add(pid);
  await halt(pid);
  await Bun.sleep(random.between(100, 3_000));
  return async () => {
    halted.delete(pid);
    if (isAlive(pid)) kill(pid, 'SIGCONT');
  };
}

/** Kills and stops of whole nodes. */
export function nodeFaults(nodes: readonly ServiceNode[]): Fault[] {
  const restarted = (name: string, weight: number, stop: (node: ServiceNode, random: Random) => Promise<void>) =>
    fault(name, weight, async (random) => {
      const node = random.pick(nodes);
      await stop(node, random);
      return () => node.start();
    });
  return [
    restarted('kill -9 of a node', 4, (node) => node.kill()),
    fault('kill -9 of all nodes', nodes.length > 1 ? 2 : 0, async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      return () => Promise.all(nodes.map((node) => node.start()));
    }),
    restarted('SIGTERM of a node', 1, (node) => node.kill('SIGTERM')),
    fault('SIGSTOP of a node', 2, (random) => freeze(random.pick(nodes).pid, random)),
    restarted('kill -9 of a node that stands still', 1, async (node, random) => {
      await freeze(node.pid, random);
      await node.kill();
    }),
  ];
}

/**
 * Limits the memory of a process and its children together (bytes): whenever they have more, the one that the kernel would end
 * first is ended, as in a control group. Files that are mapped do not count: the kernel can read them again. A limit on
 * address space (RLIMIT_AS) would do nothing: the runtime reserves gigabytes of it, and stays within.
 * @returns a function that lifts it
 */
export function limitMemory(pid: number, limit: number): () => void {
  const timer = setInterval(() => {
    const processes = [pid, ...childrenOf(pid)];
    const used = processes.reduce((sum, one) => sum + (readNumber(`/proc/${one}/status`, /RssAnon:\s+(\d+)/) ?? 0), 0);
    if (used * 1_024 <= limit) return;
    const scoreOf = (one: number) => readNumber(`/proc/${one}/oom_score`, /(\d+)/) ?? 0;
    const [first] = processes.sort((one, other) => scoreOf(other) - scoreOf(one));
    if (first !== undefined) end(first);
  }, 20);
  return () => clearInterval(timer);
}

/** A number in a file about a process; `undefined` when the process has ended. */
function readNumber(path: string, pattern: RegExp): number | undefined {
  try {
    return Number(pattern.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
  } catch {
    return undefined;
  }
}

/** Kills and stops of the workers of a node, and of their supervisor. */
export function workerFaults(node: ServiceNode): Fault[] {
  const killed = (name: string, weight: number, how: Once) =>
    fault(name, weight, async (random) => {
      await how(random);
      return () => node.start();
    });
  return [
    killed('kill -9 of a worker', 4, (random) => end(random.pick(node.workerPids))),
    killed('kill -9 of all workers', 1, () => node.workerPids.forEach(end)),
    killed('kill -9 of the supervisor', 2, () => node.kill()),
    killed('kill -9 of the supervisor and all workers', 2, () => node.killAll()),
    fault('SIGSTOP of a worker', 2, (random) => freeze(random.pick(node.workerPids), random)),
    fault('SIGSTOP of the supervisor', 1, (random) => freeze(node.pid, random)),
    lasting(
      'a worker stands still while its supervisor is killed and started again',
      1,
      [100, 2_000],
      async (random) => {
        const thaw = await freeze(random.pick(node.workerPids), random);
        await node.kill();
        // It may have been stopped in the middle of a transaction; then no start can succeed before it continues.
        const started = node.start();
        // Awaited below; until then a failure must not end the run.
        started.catch(() => undefined);
        return async () => {
          await thaw();
          await started;
        };
      },
    ),
  ];
}

/** What can fail, and for how long at most (ms). */
const diskFailures = {
  'fail-flush': { name: 'flushes fail', longestMs: 1_500 },
  'hang-flush': { name: 'flushes hang', longestMs: 3_000 },
  'fail-write': { name: 'writes fail', longestMs: 1_500 },
  full: { name: 'the disk is full', longestMs: 3_000 },
} as const satisfies Partial<Record<DiskFault, unknown>>;

/** The program that uses a disk. */
interface DiskUser {
  readonly name?: string;
  kill(): Promise<void>;
  /** Starts it, unless it is running. */
  start(): Promise<void>;
}

/** The disk fails for a while and recovers; the program that uses it keeps running or is killed meanwhile. */
export function diskFaults(
  disk: Disk,
  user: DiskUser,
  which: readonly (keyof typeof diskFailures)[] = ['fail-flush', 'hang-flush', 'fail-write', 'full'],
): Fault[] {
  return which.flatMap((how) => {
    const { longestMs, ...failure } = diskFailures[how];
    const name = user.name === undefined ? failure.name : `${user.name}: ${failure.name}`;
    const failing = (isKilled: boolean, forMs: [number, number]) => async (random: Random) => {
      const lift = disk.fail(how);
      await Bun.sleep(random.between(...forMs));
      // The signal is sent at once. Sessions of a killed PostgreSQL that hang in a flush do not end before it returns.
      const killed = isKilled ? user.kill() : undefined;
      lift();
      await killed;
      return () => user.start();
    };
    return [
      fault(name, 1, failing(false, [20, longestMs])),
      fault(`${name}, and the process is killed`, 1, failing(true, [5, 300])),
    ];
  });
}

/** PostgreSQL ends when a flush fails, because it cannot trust earlier writes any more, and recovers by itself. */
export function postgresDiskFaults(server: PostgresServer, disk: Disk): Fault[] {
  const responds = () => server.run('postgres', 'SELECT 1').then(Boolean, () => false);
  /** It hangs if its recovery fails as well. An operator then kills it. */
  async function start(): Promise<void> {
    const deadline = performance.now() + 5_000;
    while (!(await responds()) && performance.now() < deadline) await Bun.sleep(50);
    if (!(await responds())) await server.stop('kill');
    await server.restart();
  }
  return diskFaults(disk, { name: 'PostgreSQL', kill: () => server.stop('kill'), start }, ['fail-flush', 'hang-flush']);
}

/** The server is stopped, crashes, and is started again. */
export function serverFaults(server: PostgresServer): Fault[] {
  const away = (name: string, how: 'fast' | 'kill') =>
    lasting(name, 1, [0, 3_000], async () => {
      await server.stop(how);
      return () => server.restart();
    });
  return [away('PostgreSQL is restarted', 'fast'), away('PostgreSQL crashes', 'kill')];
}

/** Sessions of the service are ended, cancelled, locked out and held up by a session of somebody else. */
export function sessionFaults(server: () => PostgresServer): Fault[] {
  const held = (name: string, statements: string, forSeconds: [number, number]) =>
    fault(name, 1, async (random) => {
      const seconds = random.between(...forSeconds).toFixed(1);
      await server().run('petstore', `BEGIN; ${statements}; SELECT pg_sleep(${seconds}); COMMIT`);
      return over;
    });
  return [
    inRow('all sessions are terminated', 2, [10, 50], () => server().endSessions()),
    inRow('all statements are cancelled', 2, [10, 50], () =>
      server().run('petstore', `SELECT pg_cancel_backend(pid) ${fromOtherSessions}`),
    ),
    held('the animals are locked by somebody else', 'LOCK TABLE pets IN EXCLUSIVE MODE', [0.1, 4]),
    // It has written something, and keeps its snapshot.
    held(
      'somebody else holds a transaction open',
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; CREATE TEMPORARY TABLE held (); SELECT count(*) FROM pets; DROP TABLE held',
      [1, 8],
    ),
  ];
}

/** The network between nodes and their database breaks. */
export function networkFaults(proxies: readonly NetworkProxy[]): Fault[] {
  const some = (random: Random) => (random.chance(0.5) ? proxies : [random.pick(proxies)]);
  return [
    inRow('connections to PostgreSQL are cut', 2, [5, 100], (random) => {
      for (const proxy of some(random)) proxy.recover();
    }),
    lasting('connections to PostgreSQL freeze', 2, [100, 8_000], async (random) => {
      const frozen = some(random);
      for (const proxy of frozen) proxy.hush();
      return () => frozen.map((proxy) => proxy.recover());
    }),
    inRow('a commit is not answered', 3, [8, 200], (random) => {
      // The names of animals, and so the statements that insert them, contain the names of clients.
      const lost = `client-${random.integer(0, 7)} animal`;
      random.pick(proxies).loseCommitOf(lost, random.chance(0.7) ? 'cut' : 'mute');
    }),
  ];
}

/** The primary of a standby crashes, and the standby takes over. */
export function failover(primary: PostgresServer, standby: PostgresServer, onPromoted: () => void): Fault {
  return lasting('the primary crashes, and the synchronous standby is promoted', 1, [0, 2_000], async () => {
    await primary.stop('kill');
    return async () => {
      await standby.promote();
      onPromoted();
    };
  });
}

/** Many more clients come, while probes must be answered. */
export function overload(connections: number): Fault {
  return fault(`${connections.toLocaleString('en')} connections create without a pause`, 1, async (random, load) => {
    const stop = await load.flood(connections);
    const endAt = performance.now() + random.between(500, 4_000);
    while (performance.now() < endAt) {
      for (const path of ['/livez', '/readyz']) await load.ask(path);
      await Bun.sleep(20);
    }
    return stop;
  });
}
