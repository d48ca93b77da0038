/** The delimiters that are recognized. */
export const knownDelimiters = [',', ';', '\t', '|'] as const;

/** How much of a file is enough to guess from, in bytes. */
export const guessedFromBytes = 64 * 1024;

/** The most frequent delimiter in the first line of a CSV file, outside of quotes; a comma if there is none. */
export function guessDelimiter(start: string): string {
  const [header = ''] = start.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/);
  let [guess, most]: [string, number] = [',', 0];
  for (const delimiter of knownDelimiters) {
    const count = header.split(delimiter).length - 1;
    if (count > most) [guess, most] = [delimiter, count];
  }
  return guess;
}

/**
 * Where the column with this name is: the one that is spelled the same, or else the one that differs only in case. Blanks
 * around names do not count. Several positions mean that the name is ambiguous, none that there is no such column.
 */
export function findColumns(columns: readonly string[], name: string): number[] {
  const names = columns.map((column) => column.trim());
  const same = positionsOf(names, (column) => column === name);
  return same.length > 0 ? same : positionsOf(names, (column) => column.toLowerCase() === name.toLowerCase());
}

function positionsOf(names: readonly string[], matches: (name: string) => boolean): number[] {
  return names.flatMap((name, position) => (matches(name) ? [position] : []));
}
