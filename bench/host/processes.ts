import { join } from 'node:path';
import type { BunFile, Subprocess } from 'bun';

const stopTimeoutMs = 5_000;

export interface Start {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where its output goes. */
  readonly output: BunFile;
}

/** The processes of one run: every one that is started here is ended here, by its own id. */
export class Processes {
  readonly #running = new Set<Subprocess>();
  #isClosed = false;

  start({ command, environment, output }: Start): Subprocess {
    if (this.#isClosed) throw new Error('the run is over');
    const child = Bun.spawn([...command], {
      cwd: repositoryFolder,
      env: { PATH: Bun.env['PATH'], HOME: Bun.env['HOME'], ...environment },
      stdin: 'ignore',
      stdout: output,
      stderr: output,
    });
    this.#running.add(child);
    child.exited.then(() => this.#running.delete(child));
    return child;
  }

  /** Asks it to end, and ends it when it does not. */
  async stop(child: Subprocess): Promise<void> {
    child.kill('SIGTERM');
    await Promise.race([child.exited, Bun.sleep(stopTimeoutMs)]);
    child.kill('SIGKILL');
    await child.exited;
  }

  /** Ends all there are, and lets none start any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running].map((child) => this.stop(child)));
  }
}

export const repositoryFolder = join(import.meta.dir, '../..');
