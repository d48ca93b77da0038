import type { SourceRow } from './csv-rows.ts';
import type { SourceFile } from './source-file.ts';

const ownColumns = ['line', 'reason'];
/** So much text is put aside at a time: the browser may keep it on the disk. */
const pieceChars = 256 * 1024;

/**
 * The rows that did not become animals: where they stood, why, and their cells, in the form of the source, so that they
 * can be corrected and imported in their turn. It is the file that `petstore import` writes.
 */
export class RejectedRows {
  readonly name: string;
  readonly #delimiter: string;
  /** A source that is such a file itself has these two columns already: they are replaced. */
  readonly #inheritedColumns: number;
  readonly #pieces: Blob[] = [];
  #text = '';
  #count = 0;

  constructor({ file, delimiter, columns }: SourceFile) {
    this.name = `${file.name.replace(/\.csv$/i, '')}.rejected.csv`;
    this.#delimiter = delimiter;
    this.#inheritedColumns = ownColumns.every((name, index) => columns[index] === name) ? ownColumns.length : 0;
    this.#write(ownColumns, columns);
  }

  get count(): number {
    return this.#count;
  }

  add({ line, cells }: SourceRow, reason: string): void {
    this.#write([String(line), reason], cells);
    this.#count += 1;
  }

  /** All that there are by now. */
  toBlob(): Blob {
    return new Blob([...this.#pieces, this.#text], { type: 'text/csv;charset=utf-8' });
  }

  #write(own: readonly string[], cells: readonly string[]): void {
    const row = [...own, ...cells.slice(this.#inheritedColumns)];
    this.#text += `${row.map((cell) => this.#quote(cell)).join(this.#delimiter)}\n`;
    if (this.#text.length < pieceChars) return;
    this.#pieces.push(new Blob([this.#text]));
    this.#text = '';
  }

  /** A cell as RFC 4180 has it. */
  #quote(cell: string): string {
    const isPlain = !cell.includes(this.#delimiter) && !/["\r\n]/.test(cell);
    return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
  }
}
