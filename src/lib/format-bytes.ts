const units = ['MiB', 'GiB', 'TiB'] as const;

/** A size for people: `0.3 MiB`, `61.5 GiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 2 ** 30 ? 0 : bytes < 2 ** 40 ? 1 : 2;
  return `${(bytes / 2 ** (20 + 10 * power)).toFixed(1)} ${units[power]}`;
}
