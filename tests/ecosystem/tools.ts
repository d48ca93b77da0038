import { join } from 'node:path';
import { adminKey } from '../support/process/server.ts';

export const folder = import.meta.dir;
export const document = join(folder, '../../openapi.json');

/** For programs of other projects: no reports of their use, no search for updates, no colours. */
const environment = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  CI: '1',
  DO_NOT_TRACK: '1',
  SCARF_ANALYTICS: 'false',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
};

/** A network without connections, where the system allows one: a generator needs none. */
const offline = Bun.spawnSync(['sh', '-c', 'unshare -rn true']).success ? ['unshare', '-rn'] : [];

export interface Outcome {
  exitCode: number;
  output: string;
}

/** Runs a program in this folder, for at most two minutes. */
export async function run(...command: string[]): Promise<Outcome> {
  const program = Bun.spawn(command, {
    cwd: folder,
    env: environment,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
  });
  const [stdout, stderr] = await Promise.all(
    [program.stdout, program.stderr].map((stream) => new Response(stream).text()),
  );
  return { exitCode: await program.exited, output: `${stdout}${stderr}` };
}

/** Runs a generator, without a network. @throws Error with its output if it fails */
export async function generate(...command: string[]): Promise<string> {
  const { exitCode, output } = await run(...offline, ...command);
  if (exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`);
  return output;
}

/** The environment of a program that lives as long as its test. */
export const toolEnvironment = Object.fromEntries(
  Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
);

export const authorization = `Bearer ${adminKey}`;
