import { makeFault } from '../faults.ts';
import { UnusableFileError } from './source.ts';

/** The delimiters that are recognized. */
export const knownDelimiters = [',', ';', '\t', '|'] as const;

/** How much of a file is enough to guess from, in bytes. */
export const guessedFromBytes = 64 * 1024;

const guessedFromLines = 30;

export interface Form {
  readonly format: 'csv' | 'ndjson';
  /** What separates the columns; also of the files with rejected rows. */
  readonly delimiter: string;
  /** How many cells most of the first lines have. */
  readonly cellCount: number;
}

/**
 * Whether a file is CSV, and with which delimiter, or has one JSON object per line. A delimiter that is given makes it CSV.
 * @throws UnusableFileError for a JSON array
 */
export function guessForm(start: string, delimiter?: string): Form {
  if (delimiter === undefined && /^\s*\[\s*[{\]]/.test(start)) throw new UnusableFileError(makeFault('json_array'));
  if (delimiter === undefined && /^\s*\{/.test(start)) return { format: 'ndjson', delimiter: ',', cellCount: 1 };
  const [, told] = /^"?sep=(.)"?[\r\n]/i.exec(start) ?? [];
  const lines = withoutQuotedCells(start)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' && !/^sep=.?$/i.test(line))
    .slice(0, guessedFromLines);
  return { format: 'csv', ...guessDelimiter(lines, delimiter ?? told) };
}

/** The delimiter that most lines have equally often; of several, the most frequent. A comma if there is none. */
function guessDelimiter(lines: readonly string[], given: string | undefined) {
  let [best, most] = [{ delimiter: given ?? ',', cellCount: 1 }, 0];
  for (const delimiter of given === undefined ? knownDelimiters : [given]) {
    const lineCounts = new Map<number, number>();
    for (const line of lines) {
      const cellCount = line.split(delimiter).length;
      if (cellCount > 1) lineCounts.set(cellCount, (lineCounts.get(cellCount) ?? 0) + 1);
    }
    for (const [cellCount, lineCount] of lineCounts) {
      const isBetter = lineCount > most || (lineCount === most && cellCount > best.cellCount);
      if (isBetter) [best, most] = [{ delimiter, cellCount }, lineCount];
    }
  }
  return best;
}

/** What is left are the delimiters between cells, and the cells without quotes. */
export function withoutQuotedCells(text: string): string {
  return text.replaceAll(/(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g, '');
}
