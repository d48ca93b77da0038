import { DateCounter, type DateTally } from './date-tally.ts';
import { isShortenedNumber } from './number-text.ts';
import type { SourceRow } from './source.ts';

/** What all cells of a column are. */
export interface ColumnSurvey {
  readonly filled: number;
  readonly empty: number;
  /** How often each text is there, trimmed; `undefined` where there are more than 200, or texts too long to be words. */
  readonly texts: ReadonlyMap<string, number> | undefined;
  /**
   * How many cells have the text of an earlier one, with 0 in a column whose texts are distinct; `undefined` where most do,
   * or where a text is too long for an identifier. Only the first 200,000 distinct texts are compared.
   */
  readonly repeated: number | undefined;
  /** Whether the texts are 1, 2, 3 and so on: they number rows. */
  readonly isCounting: boolean;
  /** How many are numbers that a spreadsheet has shortened. */
  readonly shortened: number;
  readonly dates: DateTally;
}

const maxTexts = 200;
const maxTextChars = 120;
const maxIdentifierChars = 64;
const maxCompared = 200_000;

/** Looks at the rows of a file, one after the other, in little memory. */
export class Survey {
  readonly #columns: ColumnCounter[] = [];
  rowCount = 0;

  add({ line, cells, fault }: SourceRow): void {
    this.rowCount += 1;
    // Nobody knows to which columns the cells of such a row belong.
    if (fault !== undefined) return;
    for (let index = 0; index < cells.length; index += 1) {
      const column = this.#columns[index] ?? new ColumnCounter();
      this.#columns[index] = column;
      column.add((cells[index] ?? '').trim(), line);
    }
  }

  columns(count: number): ColumnSurvey[] {
    return Array.from({ length: count }, (_, index) =>
      (this.#columns[index] ?? new ColumnCounter()).result(this.rowCount),
    );
  }
}

class ColumnCounter {
  #filled = 0;
  #shortened = 0;
  #repeated = 0;
  #isCounting = true;
  #texts: Map<string, { count: number }> | undefined = new Map();
  #seen: Set<string> | undefined = new Set();
  readonly #dates = new DateCounter();

  add(text: string, line: number): void {
    if (text === '') return;
    this.#filled += 1;
    this.#isCounting &&= text === String(this.#filled);
    // Most cells are neither numbers nor dates, and all cells of a file come by.
    if (text >= '0' && text < ':' && text.length <= 40) {
      this.#dates.add(text, line);
      if (text.includes('+') && isShortenedNumber(text)) this.#shortened += 1;
    }
    this.#count(text);
    this.#compare(text);
  }

  #count(text: string): void {
    const known = this.#texts?.get(text);
    if (known !== undefined) known.count += 1;
    else if (text.length > maxTextChars || this.#texts?.size === maxTexts) this.#texts = undefined;
    else this.#texts?.set(text, { count: 1 });
  }

  #compare(text: string): void {
    const seen = this.#seen;
    if (seen === undefined) return;
    const { size } = seen;
    if (size === maxCompared ? seen.has(text) : seen.add(text).size === size) this.#repeated += 1;
    const isMostlyRepeated = this.#filled > 100 && this.#repeated > this.#filled / 2;
    if (text.length > maxIdentifierChars || isMostlyRepeated) this.#seen = undefined;
  }

  result(rowCount: number): ColumnSurvey {
    return {
      filled: this.#filled,
      empty: rowCount - this.#filled,
      texts: this.#texts && new Map([...this.#texts].map(([text, { count }]) => [text, count])),
      repeated: this.#seen && this.#repeated,
      isCounting: this.#isCounting,
      shortened: this.#shortened,
      dates: this.#dates.tally,
    };
  }
}
