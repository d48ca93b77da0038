import { join } from 'node:path';
import { nodeVersion } from './node-version.ts';
import { type Processes, repositoryFolder } from './processes.ts';

// A package with a part in C++ is compiled where there is no ready one for the machine.
const timeoutMs = 900_000;

/**
 * Installs the locked dependencies of a folder with a `package.json` of its own, once for each state of its lock file and
 * each version of Node, for which some of them are compiled.
 * @throws Error with what npm said
 */
export async function installPackages(processes: Processes, folder: string, scratchFolder: string): Promise<void> {
  const home = join(repositoryFolder, folder);
  const state = `Node ${nodeVersion()}\n${await Bun.file(join(home, 'package-lock.json')).text()}`;
  const installed = Bun.file(join(home, 'node_modules/.installed'));
  if ((await installed.exists()) && (await installed.text()) === state) return;
  const output = Bun.file(join(scratchFolder, `${crypto.randomUUID()}.output`));
  const flags = ['--prefix', home, '--no-audit', '--no-fund', '--loglevel=error'];
  const child = processes.start({ command: ['npm', 'ci', ...flags], environment: Bun.env, output });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const exitCode = await child.exited;
  clearTimeout(timer);
  if (exitCode !== 0) throw new Error(`${folder} cannot be installed: ${(await output.text()).trim()}`);
  await Bun.write(installed, state);
}
