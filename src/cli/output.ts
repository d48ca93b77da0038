import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stringifyJson } from '../../client/transport/json.ts';
import { messageOf } from '../lib/log.ts';
import { unusable } from './exit.ts';

export interface Output {
  /** Resolves when it is written; to `false` when nothing more can be, as after its reader has closed the output. */
  write(content: string | Uint8Array): Promise<boolean>;
  complete(): void;
  discard(): void;
}

/**
 * Writes to a temporary file that replaces the file at the end, so that the file is never incomplete. Its owner alone can
 * read it.
 * @throws Error when the file cannot be written
 */
export function openFile(path: string): Output {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
  const partialPath = `${path}.${process.pid}.partial`;
  const file = openSync(partialPath, 'w', 0o600);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    // Also after a failure: the number may be that of another file then.
    isOpen = false;
    closeSync(file);
  };
  return {
    async write(content) {
      writeFileSync(file, content);
      return true;
    },
    complete() {
      fsyncSync(file);
      close();
      renameSync(partialPath, path);
    },
    discard() {
      // What cannot be closed is deleted all the same.
      try {
        close();
      } catch {}
      rmSync(partialPath, { force: true });
    },
  };
}

/** The file that a temporary one of `openFile` becomes; `undefined` for other names. */
export function targetOfPartial(name: string): string | undefined {
  return /^(.+)\.\d+\.partial$/.exec(name)?.[1];
}

/** Standard output, whose errors `reportLostOutput` reports. */
export const standardOutput: Output = {
  write: (content) => new Promise((resolve) => process.stdout.write(content, (error) => resolve(!error))),
  complete() {},
  discard() {},
};

/** A file, or standard output. @throws CommandError when the file cannot be written */
export function openOutput(path: string | undefined): Output {
  if (path === undefined) return standardOutput;
  try {
    return openFile(path);
  } catch (error) {
    throw unusable(`cannot write to ${path}: ${messageOf(error)}`);
  }
}

/** A remark beside the output of a command. */
export function note(line: string): void {
  process.stderr.write(`petstore: ${line}\n`);
}

/** The result of a command with `--json`, with all digits of integers. */
export function printJson(value: unknown): void {
  process.stdout.write(`${stringifyJson(value)}\n`);
}

/** How wide the terminal is; `undefined` for a file, a pipe, and a terminal without a size, as programs make them. */
export function terminalWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY ? columns || undefined : undefined;
}
