import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Where an export goes. */
export interface Output {
  /** Resolves when the text is handed over: `false` when nobody reads any more. */
  write(text: string): Promise<boolean>;
  /** Makes the whole visible. */
  complete(): void;
  /** Leaves nothing behind. */
  discard(): void;
}

/** Writes beside the file and takes its place at the end: the file is never half an export. */
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

/** Standard output. A reader that has seen enough, such as `head`, is no failure. */
export function openStandardOutput(): Output {
  // Without a listener the stream would throw what the callback of `write` is told as well.
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
