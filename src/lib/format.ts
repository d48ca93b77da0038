const units = ['MiB', 'GiB', 'TiB'] as const;

/** A size for people: `0.3 MiB`, `61.5 GiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 2 ** 30 ? 0 : bytes < 2 ** 40 ? 1 : 2;
  return `${(bytes / 2 ** (20 + 10 * power)).toFixed(1)} ${units[power]}`;
}

/** `16,383`. Not with `toLocaleString`, which loads the rules of a language: milliseconds of each start. */
export function withCommas(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Whether a text is the code of a currency that is in use (ISO 4217). */
export function isCurrency(text: string): boolean {
  return Intl.supportedValuesOf('currency').includes(text);
}
