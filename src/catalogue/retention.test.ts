import { expect, test } from 'bun:test';
import { deleteInSlices } from './retention.ts';

/** Deletes `rows` rows, each in `msPerRow`. Returns the sizes of the slices, and the pauses after them. */
async function deleteRows(rows: number, msPerRow: number, signal = new AbortController().signal) {
  const sizes: number[] = [];
  const pauses: number[] = [];
  let time = 0;
  const deleteSlice = async (limit: number, position: bigint) => {
    const deleted = Math.min(limit, rows - Number(position));
    sizes.push(deleted);
    time += deleted * msPerRow;
    return deleted < limit ? undefined : position + BigInt(deleted);
  };
  await deleteInSlices(signal, deleteSlice, { now: () => time, pause: (ms) => pauses.push(ms) });
  return { sizes, pauses };
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('slices shrink until each takes 10 ms, down to a minimum', async () => {
  const { sizes, pauses } = await deleteRows(5_000, 0.08);
  expect(sum(sizes)).toBe(5_000);
  expect(new Set(sizes.slice(1, -1))).toEqual(new Set([125]));
  expect(Math.max(...pauses)).toBe(10);
  expect((await deleteRows(5_000, 1)).sizes.slice(1, -1).every((size) => size === 100)).toBe(true);
});

test('slices grow up to 2,000 rows if rows are deleted fast', async () => {
  const { sizes } = await deleteRows(20_000, 0.001);
  expect(sizes.slice(0, 6)).toEqual([200, 400, 800, 1_600, 2_000, 2_000]);
  expect(sum(sizes)).toBe(20_000);
});

test('deletes nothing after a stop', async () => {
  expect((await deleteRows(1_000, 1, AbortSignal.abort())).sizes).toEqual([]);
});
