import { stringify } from 'csv-stringify/browser/esm/sync';
import { hash } from 'fast-sha256';
import { ImportRun } from '../../../client/import/import-run.ts';
import type { Mapping } from '../../../client/import/mapping.ts';
import { RejectedRows, rejectedFileName } from '../../../client/import/rejected-rows.ts';
import type { Client } from '../../../client/index.ts';
import { readRows, type SourceFile } from '../file/source-file.ts';

/** An import of a file that was started here. */
export type FileImport = Readonly<ReturnType<typeof createFileImport>>;

const concurrency = 8;

/** An import that waits for a server that is down, because the user watches and can cancel it. */
export function createFileImport(source: SourceFile, mapping: Mapping, client: Client) {
  const rejectedFile = new RejectedFile(source);
  const run = new ImportRun({
    client,
    mapping,
    rows: (signal) => readRows(source.file, { delimiter: source.delimiter, signal }),
    contentHash: source.contentHash,
    hash: sha256,
    rejectedRows: rejectedFile.rows,
    concurrency,
    outlastsOutages: true,
  });
  return { run, source, rejectedFile };
}

const encoder = new TextEncoder();

/** The browser's own hashing is missing on pages that were loaded over plain HTTP. */
function sha256(text: string): string {
  return btoa(String.fromCharCode(...hash(encoder.encode(text))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Text beyond this size is moved into a Blob, which the browser may keep on disk. */
const pieceChars = 256 * 1024;

/** The rows that could not be imported, as the file that `petstore import` writes. */
export class RejectedFile {
  readonly name: string;
  readonly rows: RejectedRows;
  readonly #pieces: Blob[] = [];
  #text = '';

  constructor({ file, delimiter, columns }: SourceFile) {
    this.name = rejectedFileName(file.name);
    this.rows = new RejectedRows(columns, (cells) => {
      this.#text += stringify([cells], { delimiter });
      if (this.#text.length < pieceChars) return;
      this.#pieces.push(new Blob([this.#text]));
      this.#text = '';
    });
  }

  toBlob(): Blob {
    return new Blob([...this.#pieces, this.#text], { type: 'text/csv;charset=utf-8' });
  }
}
