import { spyOn } from 'bun:test';
import type { Command } from 'commander';
import { parse } from '../../../cli/program.ts';
import { writerScript as sourceOfWriter } from '../../../src/lib/system/program-files.ts';
import { cleanEnv, type Finished, writerScript } from './program.ts';

/** Where commands add listeners: to signals, and to output that its reader may close. */
const listened: readonly (readonly [NodeJS.EventEmitter, event: string])[] = [
  ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [process, signal] as const),
  ...[process.stdout, process.stderr].map((stream) => [stream, 'error'] as const),
];

/** What `process.exit` throws while a command runs here. */
class Exit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit with code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** A thread of a command, which runs the writer from the build. */
class BuiltWorker extends Worker {
  constructor(script: string | URL, options?: WorkerOptions) {
    super(script === sourceOfWriter ? writerScript : script, options);
  }
}

/**
 * Runs a command of the program in this process, to its end: for tests of what a command does rather than how the program
 * starts and ends. One at a time, because the output and the environment of this process are the command's meanwhile.
 */
export async function runHere(command: Command, args: string[], env: Record<string, string> = {}): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  const captures = (['stdout', 'stderr'] as const).map((name) =>
    spyOn(process[name], 'write').mockImplementation((piece: string | Uint8Array, ...rest: unknown[]) => {
      output[name] += typeof piece === 'string' ? piece : new TextDecoder().decode(piece);
      const written = rest.at(-1);
      if (typeof written === 'function') written();
      return true;
    }),
  );
  const exit = spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0));
  });
  const outer = {
    env: process.env,
    Worker,
    exitCode: process.exitCode,
    listeners: listened.map(([emitter, event]) => emitter.rawListeners(event)),
  };
  process.env = cleanEnv(env);
  globalThis.Worker = BuiltWorker;
  process.exitCode = 0;
  try {
    await parse(command, args);
    // A store of this process may have a snapshot from before the command's writes, which ends with the tick.
    await new Promise((resolve) => setImmediate(resolve));
    return { exitCode: Number(process.exitCode), ...output };
  } catch (error) {
    if (error instanceof Exit) return { exitCode: error.exitCode, ...output };
    throw error;
  } finally {
    process.env = outer.env;
    globalThis.Worker = outer.Worker;
    process.exitCode = outer.exitCode ?? 0;
    for (const [index, [emitter, event]] of listened.entries()) {
      const added = emitter.rawListeners(event).filter((listener) => !outer.listeners[index]?.includes(listener));
      for (const listener of added) emitter.off(event, listener as () => void);
    }
    for (const spy of [...captures, exit]) spy.mockRestore();
  }
}
