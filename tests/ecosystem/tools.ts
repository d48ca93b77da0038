import { join } from 'node:path';
import { cleanEnv } from '../support/process/program.ts';
import { adminKey } from '../support/process/server.ts';

export const folder = import.meta.dir;
export const document = join(folder, '../../openapi.json');

/** The environment of programs of other projects: no reports of their use, no search for updates, no colours. */
export const toolEnvironment = cleanEnv({
  CI: '1',
  DO_NOT_TRACK: '1',
  SCARF_ANALYTICS: 'false',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
});

/** A file of a package that is installed here. */
export const tool = (path: string) => join(folder, 'node_modules', path);

/** A network without connections, where the system allows one: a generator needs none. */
const offline = Bun.spawnSync(['sh', '-c', 'unshare -rn true']).success ? ['unshare', '-rn'] : [];

interface Outcome {
  exitCode: number;
  stdout: string;
  /** Of both streams. */
  output: string;
}

/** Runs a program in a folder, for at most two minutes. */
export async function runIn(cwd: string, command: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const program = Bun.spawn(command, {
    cwd,
    env: { ...toolEnvironment, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
  });
  const textOf = (stream: ReadableStream) => new Response(stream).text();
  const [stdout, stderr] = await Promise.all([textOf(program.stdout), textOf(program.stderr)]);
  return { exitCode: await program.exited, stdout, output: stdout + stderr };
}

/** Runs a program in this folder. */
export const run = (...command: string[]) => runIn(folder, command);

/** Runs a generator, without a network. @throws Error with its output if it fails */
export async function generate(...command: string[]): Promise<string> {
  const { exitCode, output } = await run(...offline, ...command);
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
  return output;
}

/** A gray PNG image of 40 by 30 pixels. */
export const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAAAAAB7tgMBAAAAGElEQVR42mNoIBIwjCocVTiqcFThYFYIAME9WB8e3PU7AAAAAElFTkSuQmCC',
  'base64',
);

export const authorization = `Bearer ${adminKey}`;
