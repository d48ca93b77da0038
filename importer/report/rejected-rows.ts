import type { ToldFault } from '../../contract/faults.ts';
import type { SourceRow } from '../source/source.ts';

const ownColumns = ['line', 'reason'];
const shownRows = 10;

/** What the service says of a row. */
interface Problem {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly ToldFault[] | undefined;
}

/** Why a row was rejected. */
export interface Rejection {
  readonly line: number;
  readonly faults: readonly ToldFault[];
}

/**
 * The rows that could not be imported, as a CSV file in the form of the source: the line, the reason, and the cells, so
 * that it can be corrected and imported in turn.
 */
export class RejectedRows {
  readonly #write: (cells: readonly string[]) => void;
  readonly #columns: readonly string[];
  /** A source that is such a file itself already has the own columns: they are replaced. */
  readonly #inheritedColumns: number;
  #count = 0;
  readonly #first: Rejection[] = [];

  /** `write` takes the header and then each row; it is not called before the first row is added. */
  constructor(columns: readonly string[], write: (cells: readonly string[]) => void) {
    this.#write = write;
    this.#columns = columns;
    this.#inheritedColumns = ownColumns.every((name, index) => columns[index] === name) ? ownColumns.length : 0;
  }

  get count(): number {
    return this.#count;
  }

  /** The first few that were rejected, by line: rows are imported several at a time. */
  get first(): readonly Rejection[] {
    return this.#first.toSorted((one, other) => one.line - other.line);
  }

  add({ line, cells }: SourceRow, faults: readonly ToldFault[], reason = textOf(faults)): void {
    if (this.#count === 0) this.#write([...ownColumns, ...this.#columns.slice(this.#inheritedColumns)]);
    this.#write([String(line), reason, ...cells.slice(this.#inheritedColumns)]);
    this.#count += 1;
    if (this.#first.length < shownRows) this.#first.push({ line, faults });
  }

  /** Adds a row that the service has refused. */
  refuse(row: SourceRow, { code, message, errors = [] }: Problem): void {
    const faults = errors.length > 0 ? errors : [{ reason: code, detail: message }];
    this.add(row, faults, `${message} (${code})`);
  }
}

/** Faults in English. */
export function textOf(faults: readonly ToldFault[]): string {
  return faults.map(({ detail }) => detail).join(' ');
}

/** The file with the rejected rows of `animals.csv`, and of such a file itself, is `animals.rejected.csv`. */
export function rejectedFileName(name: string): string {
  return `${withoutEnding(name)}.rejected.csv`;
}

/** The file with the rejected photos of `animals.csv` is `animals.rejected-photos.csv`. */
export function rejectedPhotosFileName(name: string): string {
  return `${withoutEnding(name)}.rejected-photos.csv`;
}

function withoutEnding(name: string): string {
  return name.replace(/(\.rejected(-\d+)?)?\.csv$/i, '');
}
