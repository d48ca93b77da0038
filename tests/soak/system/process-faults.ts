import type { Random } from '../../../src/lib/seeded-random.ts';
import { halt, isAlive } from '../../support/process/workers.ts';
import type { Fault } from './fault.ts';
import type { SoakNode } from './node.ts';

/** Stopped processes, which would outlive their supervisor. */
const halted = new Set<number>();

/** Ends processes that are still stopped when the run is interrupted. */
export function endHalted(): void {
  for (const pid of halted) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** Kills and stops of whole nodes. */
export function nodeFaults(nodes: readonly SoakNode[]): Fault[] {
  return [
    {
      name: 'kill -9 of a node',
      weight: 4,
      async inject(random) {
        const node = random.pick(nodes);
        await node.kill();
        return () => node.start();
      },
    },
    {
      name: 'kill -9 of all nodes',
      weight: nodes.length > 1 ? 2 : 0,
      async inject() {
        await Promise.all(nodes.map((node) => node.kill()));
        return async () => void (await Promise.all(nodes.map((node) => node.start())));
      },
    },
    {
      name: 'SIGTERM of a node',
      async inject(random) {
        const node = random.pick(nodes);
        await node.kill('SIGTERM');
        return () => node.start();
      },
    },
    {
      name: 'SIGSTOP of a node',
      weight: 2,
      inject: async (random) => await freeze(random.pick(nodes).pid, random),
    },
    {
      name: 'kill -9 of a node that stands still',
      async inject(random) {
        const node = random.pick(nodes);
        await freeze(node.pid, random);
        await node.kill();
        return () => node.start();
      },
    },
  ];
}

/** Kills and stops of the workers of a node, and of their supervisor. */
export function workerFaults(node: SoakNode): Fault[] {
  return [
    {
      name: 'kill -9 of a worker',
      weight: 4,
      async inject(random) {
        end(random.pick(node.workerPids));
        return async () => undefined;
      },
    },
    {
      name: 'kill -9 of all workers',
      async inject() {
        for (const pid of node.workerPids) end(pid);
        return async () => undefined;
      },
    },
    {
      name: 'kill -9 of the supervisor',
      weight: 2,
      async inject() {
        await node.kill();
        return () => node.start();
      },
    },
    {
      name: 'kill -9 of the supervisor and all workers',
      weight: 2,
      async inject() {
        await node.killAll();
        return () => node.start();
      },
    },
    {
      name: 'SIGSTOP of a worker',
      weight: 2,
      inject: async (random) => await freeze(random.pick(node.workerPids), random),
    },
    {
      name: 'SIGSTOP of the supervisor',
      inject: async (random) => await freeze(node.pid, random),
    },
    {
      name: 'a worker stands still while its supervisor is killed and started again',
      async inject(random) {
        const thaw = await freeze(random.pick(node.workerPids), random);
        await node.kill();
        // It may have been stopped in the middle of a transaction; then no start can succeed before it continues.
        const started = node.start();
        // Awaited below; until then a failure must not end the run.
        started.catch(() => undefined);
        await Bun.sleep(random.between(100, 2_000));
        return async () => {
          await thaw();
          await started;
        };
      },
    },
  ];
}

/** Stops a process for a while. Returns a function that continues it. */
async function freeze(pid: number, random: Random): Promise<() => Promise<void>> {
  halted.add(pid);
  await halt(pid);
  await Bun.sleep(random.between(100, 3_000));
  return async () => {
    halted.delete(pid);
    if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  };
}

function end(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
