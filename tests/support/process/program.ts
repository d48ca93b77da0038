import { join } from 'node:path';

const root = join(import.meta.dir, '../../..');

/** The environment of a program under test, without the tester's own settings. */
export function cleanEnv(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...env };
}

/** The optimising compiler and concurrent garbage collection cost a tenth of what a program takes that lives for seconds. */
export const shortLived = { BUN_JSC_useDFGJIT: '0', BUN_JSC_useConcurrentGC: '0' };

// The tests run the same build as users do, made from the current sources.
const { exitCode, stderr } = Bun.spawnSync([join(root, 'scripts/install.sh'), 'development']);
if (exitCode !== 0) throw new Error(`the program cannot be built: ${stderr}`);

/** The executable of this run, if all tests of a run share one: it starts in half the processor time of the other build. */
export const sharedExecutable = process.env['TEST_PROGRAM'];

/** The command line of `petstore` with these arguments. */
export function petstore(...args: string[]): string[] {
  return sharedExecutable === undefined ? petstoreOfCheckout(...args) : [sharedExecutable, ...args];
}

/** The command line of the build that `./petstore` runs. */
export function petstoreOfCheckout(...args: string[]): string[] {
  return [process.execPath, join(root, 'build/program/main.js'), ...args];
}

/** The script of the writer thread: that of this run, or from the build. The sources take a thread four, or two, times as long. */
export const writerScript = Bun.pathToFileURL(
  join(process.env['TEST_THREADS'] ?? join(root, 'build/program'), 'writer.js'),
).href;

/** Passes on what a program prints, as it comes. */
export async function readOutput(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of stream) take(decoder.decode(piece, { stream: true }));
}

export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a `petstore` command to its end, with `input` on its standard input. */
export async function run(
  args: string[],
  env: Record<string, string> = {},
  cwd = root,
  input?: string,
): Promise<Finished> {
  const program = Bun.spawn(petstore(...args), {
    cwd,
    env: cleanEnv({ ...shortLived, ...env }),
    stdin: input === undefined ? 'ignore' : new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
    // It only ends what hangs.
    timeout: 200_000,
  });
  const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
  const [stdout, stderr] = await Promise.all([textOf(program.stdout), textOf(program.stderr)]);
  return { exitCode: await program.exited, stdout, stderr };
}
