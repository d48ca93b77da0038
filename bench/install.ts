import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { repositoryFolder } from './host/processes.ts';
import type { LeftOut } from './outcome.ts';
import nodePackage from './peers/node/package.json' with { type: 'json' };
import type { Target } from './targets/target.ts';

export interface Installed {
  readonly installed: readonly Target[];
  /** What this machine cannot have. */
  readonly leftOut: readonly LeftOut[];
}

/** The version of Node that the peers run on. */
export const nodeVersion = nodePackage.dependencies.node;

const nodeFolder = join(repositoryFolder, 'bench/peers/node/node_modules/node');
// A package with a part in C++ is compiled where there is no prebuilt one for the machine.
const timeoutMs = 900_000;

/** Installs the packages of the peers. */
export async function install(bench: Bench, targets: readonly Target[]): Promise<Installed> {
  const leftOut: LeftOut[] = [];
  for (const { name, packageFolders } of targets) {
    bench.progress(`installing the packages of ${name}, which takes minutes where something must be compiled`);
    const reason = await installAll(bench, packageFolders).then(() => undefined, messageOf);
    if (reason !== undefined) leftOut.push({ name, reason });
  }
  return { installed: targets.filter(({ name }) => leftOut.every((missing) => missing.name !== name)), leftOut };
}

/** The message of an error, for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function installAll(bench: Bench, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await installPackages(bench, folder);
}

/**
 * Installs the locked dependencies of a folder with a `package.json` of its own, once for each state of its lock file and
 * each version of Node, for which some of them are compiled.
 * @throws Error with the output of npm
 */
async function installPackages({ processes, scratchFolder }: Bench, folder: string): Promise<void> {
  const home = join(repositoryFolder, folder);
  const state = `Node ${nodeVersion}\n${await Bun.file(join(home, 'package-lock.json')).text()}`;
  const installed = Bun.file(join(home, 'node_modules/.installed'));
  if ((await installed.exists()) && (await installed.text()) === state) return;
  const output = Bun.file(join(scratchFolder, `${crypto.randomUUID()}.output`));
  const flags = ['--prefix', home, '--no-audit', '--no-fund', '--loglevel=error'];
  // npm runs on the first `node` of the PATH, and compiles for that; its headers come with it.
  const environment = {
    ...Bun.env,
    PATH: `${nodeFolder}/bin:${Bun.env['PATH']}`,
    npm_config_nodedir: join(nodeFolder, `node_modules/node-${process.platform}-${process.arch}`),
  };
  const child = processes.start({ command: ['npm', 'ci', ...flags], environment, output });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const exitCode = await child.exited;
  clearTimeout(timer);
  if (exitCode !== 0) throw new Error(`${folder} cannot be installed: ${(await output.text()).trim()}`);
  await Bun.write(installed, state);
}
