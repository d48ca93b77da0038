import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFile,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stringifyJson } from '../client/transport/json.ts';
import { messageOf } from '../src/lib/errors.ts';
import { CommandError, unusable } from './exit.ts';

export interface Output {
  /** Resolves when it is written; to `false` when nothing more can be, as after its reader has closed the output. */
  write(content: string | Uint8Array): Promise<boolean>;
  complete(): void;
  discard(): void;
}

/** In the background: a pipe whose reader does not read must not keep signals waiting. */
const writeToFile = promisify(writeFile);

/**
 * Writes to a temporary file that replaces the file at the end, so that the file is never incomplete. Its owner alone can
 * read it. Of a symbolic link, the file is replaced that it leads to; a device, a pipe, or an open file of this process is
 * written to.
 * @throws Error when the file cannot be written
 */
export function openFile(path: string): Output {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new Error('it is a folder');
  const isFile = found === undefined || found.isFile();
  const target = isFile ? followLinks(path) : path;
  const [, number] = ownOpenFile.exec(target) ?? [];
  const isReplaced = isFile && number === undefined;
  const writtenPath = isReplaced ? `${target}.${process.pid}.partial` : path;
  // What somebody else has put there could be a link to another file, or be readable by others.
  if (isReplaced) rmSync(writtenPath, { force: true });
  const file = number === undefined ? openSync(writtenPath, isReplaced ? 'wx' : 'w', 0o600) : Number(number);
  let isOpen = true;
  // The number may be that of another file then.
  const requireOpen = () => {
    if (!isOpen) throw new Error('the output is closed');
  };
  const close = () => {
    if (!isOpen) return;
    // Also after a failure.
    isOpen = false;
    if (number === undefined) closeSync(file);
  };
  return {
    async write(content) {
      requireOpen();
      await writeToFile(file, content);
      return true;
    },
    complete() {
      requireOpen();
      if (isReplaced) fsyncSync(file);
      close();
      if (isReplaced) renameSync(writtenPath, target);
    },
    discard() {
      // What cannot be closed is deleted all the same.
      try {
        close();
      } catch {}
      if (isReplaced) rmSync(writtenPath, { force: true });
    },
  };
}

/** The name of an open file of this process, to which others may write, too: `/dev/stdout` leads to one. */
const ownOpenFile = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

/** Where symbolic links lead that a path ends with, also when there is no file yet. */
function followLinks(path: string): string {
  if (ownOpenFile.test(path)) return path;
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  return followLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

/** Writes all of a file as `openFile` does. @throws Error when it cannot be written; then it is as it was before */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = openFile(path);
  try {
    await file.write(content);
    file.complete();
  } catch (error) {
    file.discard();
    throw error;
  }
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
    throw cannotWrite(path, error);
  }
}

/** Writes all of a file, or to standard output. @throws CommandError when the file cannot be written */
export async function writeOutput(path: string | undefined, text: string): Promise<void> {
  if (path === undefined) return void (await standardOutput.write(text));
  try {
    await writeWhole(path, text);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function cannotWrite(path: string, error: unknown): CommandError {
  return unusable(`cannot write to ${path}: ${messageOf(error)}`);
}

/** A remark beside the output of a command. */
export function note(line: string): void {
  process.stderr.write(`petstore: ${line}\n`);
}

/** Asks at a terminal; elsewhere the answer is `--yes`. @throws CommandError unless the answer is yes. @param done such as `erased` */
export function confirmOrRefuse(question: string, done: string): void {
  if (!process.stdin.isTTY) throw unusable(`${question} Say so with --yes. Nothing was ${done}`);
  if (!confirm(question)) throw new CommandError(`nothing was ${done}`);
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
