import type { SourceRow } from './source.ts';

/** Among how many rows the header is looked for. */
export const headerIsWithinRows = 50;

/** A row further down must have so many more known headings than the first one. */
const moreHeadings = 2;

/**
 * The row that names the columns: the one with most known headings, as some systems write the filters of a report above it.
 * `none` where the first row has no known heading and looks like data.
 */
export function findHeader(rows: readonly SourceRow[], isHeading: (text: string) => boolean): SourceRow | 'none' {
  const known = rows.map(({ cells }) => cells.filter((cell) => cell.trim() !== '' && isHeading(cell)).length);
  const [first = 0] = known;
  const most = Math.max(...known);
  if (most >= first + moreHeadings) return rows[known.indexOf(most)] ?? 'none';
  return first === 0 && isLikeData(rows) ? 'none' : (rows[0] ?? 'none');
}

/** Headings are no numbers or dates, and do not stand in their own columns once more. */
function isLikeData([first, ...others]: readonly SourceRow[]): boolean {
  const below = others.filter(({ cells }) => !isSame(cells, first?.cells ?? []));
  return (first?.cells ?? []).some((cell, column) => {
    const text = cell.trim();
    const isRepeated = text !== '' && below.some(({ cells }) => cells[column]?.trim() === text);
    return isRepeated || /^[\d\s.,:/+-]*\d[\d\s.,:/+-]*$/.test(text);
  });
}

/** Names of columns that are not empty and not the same: `column 3`, and `Status 2` for the second one called `Status`. */
export function nameColumns(headings: readonly string[], count: number): string[] {
  const names = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const heading = (headings[index] ?? '').replaceAll(/[\s\u200b\u2060]+/g, ' ').trim();
    const name = heading === '' ? `column ${index + 1}` : heading;
    let unique = name;
    for (let number = 2; names.has(unique); number += 1) unique = `${name} ${number}`;
    names.add(unique);
  }
  return [...names];
}

/** Whether two rows have the same texts, in a repeated header also with other blanks around them. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1)
    if ((one[index] ?? '').trim() !== (other[index] ?? '').trim()) return false;
  return true;
}
