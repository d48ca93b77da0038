import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { escapeInvisible } from '../lib/log.ts';

/** The destination of an export. */
export interface Output {
  /** Resolves when the text is written; to `false` when the reader has closed the output. */
  write(text: string): Promise<boolean>;
  /** Makes the export visible. */
  complete(): void;
  /** Deletes what was written. */
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
    async write(text) {
      writeFileSync(file, text);
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

/** Standard output. A reader that closes it, such as `head`, is not an error. */
export function openStandardOutput(): Output {
  // Without a listener, the stream would also throw the errors that the callback of `write` receives.
  process.stdout.on('error', () => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => {
          if (error && 'code' in error && error.code === 'EPIPE') resolve(false);
          else if (error) reject(error);
          else resolve(true);
        });
      }),
    complete() {},
    discard() {},
  };
}

/** Rows as a table for a terminal, with columns of equal widths and without control characters. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(escapeInvisible));
  const widthOf = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widthOf(column)))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
