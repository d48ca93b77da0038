import { nextTurn } from '../lib/next-tick.ts';

/** What one step has found, and where the next one begins, if there is more to read. */
interface Step<Row, Place> {
  readonly rows: Row[];
  readonly next: Place | undefined;
}

/** Reads in up to `steps` steps, until `limit` rows are found or nothing is left. Other requests are served between two. */
export async function inSteps<Row, Place>(
  steps: number,
  limit: number,
  read: (from: Place | undefined, limit: number) => Promise<Step<Row, Place>>,
): Promise<Step<Row, Place>> {
  const rows: Row[] = [];
  let next: Place | undefined;
  for (let step = 1; ; step++) {
    const found = await read(next, limit - rows.length);
    rows.push(...found.rows);
    next = found.next;
    if (next === undefined || rows.length >= limit || step >= steps) return { rows, next };
    await nextTurn();
  }
}

/** What `read` returns for each `size` of some values, one after the other. Other requests are served between two. */
export async function ofEach<Value, Result>(
  values: readonly Value[],
  size: number,
  read: (some: readonly Value[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < values.length; from += size) {
    if (from > 0) await nextTurn();
    results.push(await read(values.slice(from, from + size)));
  }
  return results;
}
