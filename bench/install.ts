import { join } from 'node:path';
import { repositoryFolder, startProcess } from './host/processes.ts';
import nodePackage from './peers/node/package.json' with { type: 'json' };
import type { Target } from './targets.ts';

/** The version of Node that the peers run on. */
export const nodeVersion = nodePackage.dependencies.node;

const nodeFolder = join(repositoryFolder, 'bench/peers/node/node_modules/node');
// A package with a part in C++ is compiled where there is no prebuilt one for the machine.
const timeoutMs = 900_000;

/**
 * Installs the locked dependencies of a target in folders with a `package.json` of their own, once for each state of the
 * lock file and each version of Node, for which some of them are compiled.
 * @throws Error with the output of npm
 */
export async function install({ packageFolders = [] }: Target, scratchFolder: string): Promise<void> {
  for (const folder of packageFolders) {
    const home = join(repositoryFolder, folder);
    const state = `Node ${nodeVersion}\n${await Bun.file(join(home, 'package-lock.json')).text()}`;
    const installed = Bun.file(join(home, 'node_modules/.installed'));
    if ((await installed.exists()) && (await installed.text()) === state) continue;
    const output = Bun.file(join(scratchFolder, `${crypto.randomUUID()}.output`));
    const command = ['npm', 'ci', '--prefix', home, '--no-audit', '--no-fund', '--loglevel=error'];
    // npm runs on the first `node` of the PATH, and compiles for that; its headers come with it.
    const environment = {
      ...Bun.env,
      PATH: `${nodeFolder}/bin:${Bun.env['PATH']}`,
      npm_config_nodedir: join(nodeFolder, `node_modules/node-${process.platform}-${process.arch}`),
    };
    const child = startProcess(command, environment, output);
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const exitCode = await child.exited;
    clearTimeout(timer);
    if (exitCode !== 0) throw new Error(`${folder} cannot be installed: ${(await output.text()).trim()}`);
    await Bun.write(installed, state);
  }
}
