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
