import type { Bench } from './bench.ts';
import { installPackages } from './host/install-packages.ts';
import type { LeftOut } from './outcome.ts';
import type { Target } from './targets/target.ts';

export interface Installed {
  readonly installed: readonly Target[];
  /** What this machine cannot have. */
  readonly leftOut: readonly LeftOut[];
}

/** Installs the packages of the peers. */
export async function install(bench: Bench, targets: readonly Target[]): Promise<Installed> {
  const leftOut: LeftOut[] = [];
  for (const { name, packageFolder } of targets) {
    if (packageFolder === undefined) continue;
    bench.progress(`installing the packages of ${name}, which takes minutes where something must be compiled`);
    const reason = await installPackages(bench.processes, packageFolder, bench.scratchFolder).catch(messageOf);
    if (reason !== undefined) leftOut.push({ name, reason });
  }
  return { installed: targets.filter(({ name }) => leftOut.every((missing) => missing.name !== name)), leftOut };
}

/** What went wrong, for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
