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
  if (delimiter === undefined && /^\s*\[\s*[{\]]/.test(start))
    throw new UnusableFileError(`The file is a JSON array. Write one object per line, for example with jq -c '.[]'.`);
  if (delimiter === undefined && /^\s*\{/.test(start)) return { format: 'ndjson', delimiter: ',', cellCount: 1 };
  const [, told] = /^"?sep=(.)"?[\r\n]/i.exec(start) ?? [];
  const lines = withoutQuotedCells(start)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' && !/^sep=.?$/i.test(line))
    .slice(0, guessedFromLines);
  const given = delimiter ?? told;
  return given === undefined
    ? guessDelimiter(lines)
    : { format: 'csv', delimiter: given, ...mostFrequent(lines, given) };
}

/** The delimiter that most lines have equally often; of several, the most frequent. A comma if there is none. */
function guessDelimiter(lines: readonly string[]): Form {
  let best = { format: 'csv', delimiter: ',', cellCount: 1, lineCount: 0 } satisfies Form & { lineCount: number };
  for (const delimiter of knownDelimiters) {
    const { cellCount, lineCount } = mostFrequent(lines, delimiter);
    const isBetter = lineCount > best.lineCount || (lineCount === best.lineCount && cellCount > best.cellCount);
    if (cellCount > 1 && isBetter) best = { format: 'csv', delimiter, cellCount, lineCount };
  }
  return best;
}

function mostFrequent(lines: readonly string[], delimiter: string) {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const cellCount = line.split(delimiter).length;
    counts.set(cellCount, (counts.get(cellCount) ?? 0) + 1);
  }
  let best = { cellCount: 1, lineCount: 0 };
  for (const [cellCount, lineCount] of counts)
    if (cellCount > 1 && lineCount > best.lineCount) best = { cellCount, lineCount };
  return best;
}

/** What is left are the delimiters between cells, and the cells without quotes. */
export function withoutQuotedCells(text: string): string {
  return text.replaceAll(/(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"(?=[,;\t|\r\n]|$)/g, '');
}
