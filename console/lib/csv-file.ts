import { stringify } from 'csv-stringify/browser/esm/sync';
import { byteOrderMark } from '../../importer/export/formulas.ts';

/** Text beyond this size is moved into a Blob, which the browser may keep on disk. */
const pieceChars = 256 * 1024;

export class CsvFile {
  readonly name: string;
  readonly #delimiter: string;
  readonly #pieces: Blob[] = [];
  #text = byteOrderMark;

  constructor(name: string, delimiter = ',') {
    this.name = name;
    this.#delimiter = delimiter;
  }

  add(cells: readonly unknown[]): void {
    this.#text += stringify([cells], { delimiter: this.#delimiter });
    if (this.#text.length < pieceChars) return;
    this.#pieces.push(new Blob([this.#text]));
    this.#text = '';
  }

  toBlob(): Blob {
    return new Blob([...this.#pieces, this.#text], { type: 'text/csv;charset=utf-8' });
  }
}

export function download(file: CsvFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file.toBlob());
  link.download = file.name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
