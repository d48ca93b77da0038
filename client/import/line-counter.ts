/** Tells on which line each row of a CSV file begins, from what the parser counts (csv-parse, `info.lines`). */
export class LineCounter {
  #lastEnd = 0;
  #surplus = 0;

  /** The parser counts the lines up to the end of a row, and a CRLF within a cell as two. */
  firstLine(record: readonly string[], endLine: number): number {
    const isOneLine = endLine - this.#lastEnd === 1;
    this.#lastEnd = endLine;
    if (isOneLine) return endLine - this.#surplus;
    const text = record.join(' ');
    const breaks = text.match(/[\r\n]/g)?.length ?? 0;
    const line = endLine - breaks - this.#surplus;
    this.#surplus += text.match(/\r\n/g)?.length ?? 0;
    return line;
  }
}
