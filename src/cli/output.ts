import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** The destination of an export. */
export interface Output {
  /** Resolves when the text is written; to `false` when the reader has closed the output. */
  write(text: string): Promise<boolean>;
  /** Makes the export visible. */
  complete(): void;
  /** Deletes what was written. */
  discard(): void;
}

/** Writes to a temporary file that replaces the file at the end, so that the file is never incomplete. */
export function openFile(path: string): Output {
  const partialPath = `${path}.${process.pid}.partial`;
  const file = openSync(partialPath, 'w');
  return {
    async write(text) {
      writeFileSync(file, text);
      return true;
    },
    complete() {
      fsyncSync(file);
      closeSync(file);
      renameSync(partialPath, path);
    },
    discard() {
      closeSync(file);
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
