import { join } from 'node:path';
import { type Processes, repositoryFolder } from './processes.ts';

const timeoutMs = 180_000;

/**
 * Installs the locked dependencies of a folder with a `package.json` of its own, once for each state of its lock file.
 * @throws Error with what npm said
 */
export async function installPackages(processes: Processes, folder: string, scratchFolder: string): Promise<void> {
  const home = join(repositoryFolder, folder);
  const lock = await Bun.file(join(home, 'package-lock.json')).text();
  const installed = Bun.file(join(home, 'node_modules/.installed'));
  if ((await installed.exists()) && (await installed.text()) === lock) return;
  const output = Bun.file(join(scratchFolder, `${crypto.randomUUID()}.output`));
  const flags = ['--prefix', home, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = processes.start({ command: ['npm', 'install', ...flags], environment: Bun.env, output });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const exitCode = await child.exited;
  clearTimeout(timer);
  if (exitCode !== 0) throw new Error(`${folder} cannot be installed: ${(await output.text()).trim()}`);
  await Bun.write(installed, lock);
}
