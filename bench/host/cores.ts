import { readFileSync } from 'node:fs';

/** Which cores server and load generator get, as lists for `taskset`; or whichever the system gives them. */
export type Cores =
  | { readonly kind: 'pinned'; readonly server: string; readonly generator: string; readonly all: string }
  | { readonly kind: 'free'; readonly reason: string };

export type Role = 'server' | 'generator';

/** A core for each. */
export function findCores(): Cores {
  if (Bun.which('taskset') === null) return { kind: 'free', reason: 'taskset is missing' };
  const cores = allowedCores();
  const [server, generator] = cores;
  if (server === undefined || generator === undefined) return { kind: 'free', reason: 'there is only one core' };
  return { kind: 'pinned', server: `${server}`, generator: `${generator}`, all: cores.join(',') };
}

/** All of them for both. What is not told starts on the cores of its parent, which is why they are named. */
export function shareCores(cores: Cores): Cores {
  return cores.kind === 'free' ? cores : { ...cores, server: cores.all, generator: cores.all };
}

export function onCore(cores: Cores, role: Role, command: readonly string[]): string[] {
  return cores.kind === 'free' ? [...command] : ['taskset', '--cpu-list', cores[role], ...command];
}

/** Moves this process, with all its threads. */
export function moveToCore(cores: Cores, role: Role): void {
  if (cores.kind === 'free') return;
  Bun.spawnSync(['taskset', '--all-tasks', '--pid', '--cpu-list', cores[role], `${process.pid}`]);
}

/** A container may forbid some cores: `Cpus_allowed_list: 0-1,4`. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
