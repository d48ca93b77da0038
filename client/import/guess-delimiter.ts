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
