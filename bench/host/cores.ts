import { readFileSync } from 'node:fs';

/** Server and load generator each on a core of its own, or on whichever the system gives them. */
export type Cores =
  | { readonly kind: 'pinned'; readonly server: number; readonly generator: number }
  | { readonly kind: 'free'; readonly reason: string };

export type Role = 'server' | 'generator';

export function findCores(): Cores {
  if (Bun.which('taskset') === null) return { kind: 'free', reason: 'taskset is missing' };
  const [server, generator] = allowedCores();
  if (server === undefined || generator === undefined) return { kind: 'free', reason: 'there is only one core' };
  return { kind: 'pinned', server, generator };
}

export function onCore(cores: Cores, role: Role, command: readonly string[]): string[] {
  return cores.kind === 'free' ? [...command] : ['taskset', '--cpu-list', `${cores[role]}`, ...command];
}

/** Moves this process, with all its threads, out of the server's way. */
export function leaveServerCore(cores: Cores): void {
  if (cores.kind === 'free') return;
  Bun.spawnSync(['taskset', '--all-tasks', '--pid', '--cpu-list', `${cores.generator}`, `${process.pid}`]);
}

/** A container may forbid some cores: `Cpus_allowed_list: 0-1,4`. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
