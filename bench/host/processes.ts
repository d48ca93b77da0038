import { join } from 'node:path';
import type { BunFile, Subprocess } from 'bun';

const stopTimeoutMs = 5_000;
export const repositoryFolder = join(import.meta.dir, '../..');

/** Starts a program with nothing of the tester's environment. `--no-orphans` ends it with this process, however that ends. */
export function startProcess(
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: BunFile,
): Subprocess {
  return Bun.spawn([...command], {
    cwd: repositoryFolder,
    env: { PATH: Bun.env['PATH'], HOME: Bun.env['HOME'], ...environment },
    stdin: 'ignore',
    stdout: output,
    stderr: output,
  });
}

/** Asks it to end, and ends it when it does not. */
export async function stopProcess(child: Subprocess): Promise<void> {
  child.kill('SIGTERM');
  await Promise.race([child.exited, Bun.sleep(stopTimeoutMs)]);
  child.kill('SIGKILL');
  await child.exited;
}
