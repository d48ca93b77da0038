import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import type { SourceFile, SourceRow } from './source-file.ts';

const ownColumns = ['line', 'reason'];

/**
 * The file of the rows that did not become animals: where they stood, why, and their cells, in the form of the source,
 * so that it can be corrected and imported in its turn. It exists only if there are such rows.
 */
export class RejectedRows {
  readonly path: string;
  readonly #source: SourceFile;
  /** A source that is such a file itself has these two columns already: they are replaced. */
  readonly #inheritedColumns: number;
  #file: number | undefined;
  #count = 0;

  /** Removes the file that an earlier run has left. */
  constructor(source: SourceFile) {
    this.#source = source;
    this.path = rejectedPath(source.path);
    this.#inheritedColumns = ownColumns.every((name, index) => source.columns[index] === name) ? ownColumns.length : 0;
    rmSync(this.path, { force: true });
  }

  get count(): number {
    return this.#count;
  }

  add({ line, cells }: SourceRow, reason: string): void {
    if (this.#file === undefined) {
      this.#file = openSync(this.path, 'w');
      this.#write(ownColumns, this.#source.columns);
    }
    this.#write([String(line), reason], cells);
    this.#count += 1;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #write(own: readonly string[], cells: readonly string[]): void {
    const row = [...own, ...cells.slice(this.#inheritedColumns)];
    if (this.#file !== undefined) writeFileSync(this.#file, stringify([row], { delimiter: this.#source.delimiter }));
  }
}

/** `animals.csv` has `animals.rejected.csv` beside it. */
function rejectedPath(path: string): string {
  return `${path.replace(/\.csv$/i, '')}.rejected.csv`;
}
