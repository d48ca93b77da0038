/** What may stand between the columns of a file. */
export const delimiters = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
] as const;

const lookedAtBytes = 64 * 1024;

/** The delimiter that stands most often in the first line; a comma if there is none. */
export async function guessDelimiter(file: Blob): Promise<string> {
  const start = await file.slice(0, lookedAtBytes).text();
  const [header = ''] = start.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/);
  let [guess, most] = [',', 0];
  for (const { value } of delimiters) {
    const count = header.split(value).length - 1;
    if (count > most) [guess, most] = [value, count];
  }
  return guess;
}
