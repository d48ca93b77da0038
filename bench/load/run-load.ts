import { join } from 'node:path';
import { type Cores, onCore } from '../host/cores.ts';
import type { Processes } from '../host/processes.ts';
import { autocannon, wrk } from './generators.ts';
import type { Generator, Load, LoadResult } from './load.ts';

const graceMs = 15_000;

export interface MeasuredLoad extends LoadResult {
  /** How much of its core the generator used while it ran, 0 to 1. Near 1 it is the generator that is measured. */
  readonly generatorCpuShare: number;
}

export interface Loader {
  readonly processes: Processes;
  readonly cores: Cores;
  readonly generator: Generator;
  readonly scratchFolder: string;
}

/** wrk where it is installed, since it costs a tenth of the time; autocannon everywhere else. */
export function findGenerator(): Generator {
  return Bun.which('wrk') === null ? autocannon : wrk;
}

export async function runLoad(loader: Loader, load: Load): Promise<MeasuredLoad> {
  const { processes, cores, generator, scratchFolder } = loader;
  const command = await generator.command(load, scratchFolder);
  const startedAt = performance.now();
  const output = Bun.file(join(scratchFolder, `${crypto.randomUUID()}.output`));
  const child = processes.start({ command: onCore(cores, 'generator', command), environment: {}, output });
  const timer = setTimeout(() => child.kill('SIGKILL'), load.seconds * 1000 + graceMs);
  const exitCode = await child.exited;
  clearTimeout(timer);
  const elapsedMs = performance.now() - startedAt;
  if (exitCode !== 0) throw new Error(`${generator.name} ended with ${exitCode}:\n${await output.text()}`);
  const result = generator.parse(await output.text());
  const cpuMs = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
  return { ...result, generatorCpuShare: cpuMs / elapsedMs };
}
