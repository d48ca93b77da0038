import type { RequestTemplate } from '../scenarios/scenario.ts';
import type { Spread } from './statistics.ts';

/** A goal, held against what was measured. */
export interface Verdict {
  readonly text: string;
  readonly isReached: boolean;
}

export function verdictLine({ text, isReached }: Verdict): string {
  return `${text}: ${isReached ? 'reached' : 'MISSED'}`;
}

/** Of a core: from here on it is told what other programs took. */
export const noticeableShare = 0.1;

/** `20,000 (18,000–21,000)`: the median, and between which it lies. */
export function count(spread: Spread | undefined): string | undefined {
  return spread && `${whole(spread.median)} (${whole(spread.min)}–${whole(spread.max)})`;
}

export function percent(spread: Spread | undefined): string | undefined {
  return spread && `${(spread.median * 100).toFixed(0)} %`;
}

export function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

export function mebibytes(bytes: number): string {
  const size = bytes / 1024 ** 2;
  return size.toFixed(size < 10 ? 1 : 0);
}

/** Undefined stays so: nothing stands in the table then. */
export function milliseconds(duration: number | null | undefined): string | undefined {
  return duration?.toFixed(2);
}

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

/** What is asked for, in one line. */
export function describeRequest({ method, paths, isConditional, sometimes }: RequestTemplate): string {
  return [
    `${method} ${paths.join(', ').replace('{page}', 'limit=…&cursor=…')}`,
    ...(isConditional ? [' with If-None-Match'] : []),
    ...(sometimes === undefined ? [] : [`, one in ${sometimes.oneIn} ${describeRequest(sometimes.request)}`]),
  ].join('');
}
