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
