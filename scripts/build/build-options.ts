import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dir, '../..');

/** What is defined in every build of the program. */
export function buildDefinitions(): Record<string, string> {
  const commit = readCommit();
  return commit === undefined ? {} : { BUILD_COMMIT: JSON.stringify(commit) };
}

/** Runs a command in the checkout and returns what it prints. @throws Error with its complaint when it fails */
export function run(command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root });
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed: ${stderr}`);
  return `${stdout}`;
}

/** The commit of the checkout, with `-modified` if files differ from it; `undefined` without git. */
export function readCommit(): string | undefined {
  // A folder without history may be inside another project's checkout.
  if (!existsSync(join(root, '.git')) || Bun.which('git') === null) return undefined;
  // Of a fixed length: by itself git takes a longer one in a clone with more history.
  const describe = ['git', '-C', root, 'describe', '--always', '--abbrev=10', '--exclude=*', '--dirty=-modified'];
  const { exitCode, stdout } = Bun.spawnSync(describe, { stderr: 'ignore' });
  return exitCode === 0 ? `${stdout}`.trim() : undefined;
}

export const entryPoint = (name: string): string => join(root, `src/${name}.ts`);
