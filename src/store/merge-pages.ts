import type { SortedPage } from './sorted-selection.ts';
import type { Order, Position } from './statement.ts';

/**
 * One page of several pages of disjoint lists in the same order. Rows after the end of a page that has a next one are left
 * to the next page: rows of that list may be before them.
 */
export function mergePages<Row>(
  pages: readonly SortedPage<Row>[],
  { isDescending }: Order,
  limit: number,
  positionOf: (row: Row) => Position,
): SortedPage<Row> {
  const compare = (one: Position, other: Position) => (isDescending ? -1 : 1) * comparePositions(one, other);
  const [end] = pages.flatMap(({ next }) => next ?? []).sort(compare);
  const known = pages
    .flatMap(({ rows }) => rows.map((row) => ({ row, position: positionOf(row) })))
    .filter(({ position }) => end === undefined || compare(position, end) <= 0)
    .sort((one, other) => compare(one.position, other.position));
  const page = known.slice(0, limit);
  return { rows: page.map(({ row }) => row), next: known.length > limit ? page.at(-1)?.position : end };
}

/** As the engines compare: texts byte by byte. */
export function comparePositions(one: Position, other: Position): number {
  const { key: left = 0n } = one;
  const { key: right = 0n } = other;
  const byKey =
    typeof left === 'string' && typeof right === 'string'
      ? Buffer.compare(Buffer.from(left), Buffer.from(right))
      : compareIntegers(BigInt(left), BigInt(right));
  return byKey === 0 ? compareIntegers(one.id, other.id) : byKey;
}

function compareIntegers(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
