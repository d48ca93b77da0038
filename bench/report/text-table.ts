const nothing = '-';

/** Columns under their titles, the first to the left, the others to the right; without those in which nothing stands. */
export function textTable(titles: readonly string[], rows: readonly (readonly (string | undefined)[])[]): string[] {
  const columns = titles
    .map((title, column) => [title, ...rows.map((row) => row[column] ?? nothing)])
    .filter(([, ...cells]) => cells.some((cell) => cell !== nothing));
  const padded = columns.map((cells, column) => {
    const width = Math.max(...cells.map((cell) => cell.length));
    return cells.map((cell) => (column === 0 ? cell.padEnd(width) : cell.padStart(width)));
  });
  return [titles, ...rows].map((_, row) =>
    padded
      .map((cells) => cells[row])
      .join('  ')
      .trimEnd(),
  );
}
