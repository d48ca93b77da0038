import { expect, test } from 'bun:test';
import { type Param, type Statement, statement, statementById } from '../statement.ts';
import { SharedReads } from './shared-reads.ts';

const byId = statementById<readonly [id: bigint, name: string]>('id, name', 'pets');
const names = new Map([
  [1n, 'Bella'],
  [2n, 'Luna'],
]);

/** Records what is sent. Of animals it knows two, and answers anything else with what it was asked. */
function open() {
  const sent: string[] = [];
  const run = async ({ text }: Statement<readonly unknown[]>, params: readonly Param[]) => {
    sent.push(`${text} | ${params.map((value) => (value === null ? 'NULL' : value)).join()}`);
    if (text.startsWith('FAIL')) throw new Error('it failed');
    if (!text.includes('FROM pets')) return [params];
    const ids = String(params[0]).match(/\d+/g)?.map(BigInt) ?? [];
    return [...new Set(ids)].toReversed().flatMap((id) => (names.has(id) ? [[id, names.get(id)]] : []));
  };
  return { sent, reads: new SharedReads(run) };
}

test('rows that are read by their ids at one moment are read by one statement', async () => {
  const { sent, reads } = open();
  const found = await Promise.all([1n, 3n, 2n, 1n].map((id) => reads.query(byId, [id])));
  expect(found).toEqual([[[1n, 'Bella']], [], [[2n, 'Luna']], [[1n, 'Bella']]]);
  expect(sent).toEqual(['SELECT id, name FROM pets WHERE id = ANY(CAST($1 AS BIGINT[])) | {1,3,2}']);
});

test('a single one is read by its own statement', async () => {
  const { sent, reads } = open();
  expect(await reads.query(byId, [2n])).toEqual([[2n, 'Luna']]);
  expect(sent).toEqual(['SELECT id, name FROM pets WHERE id = $1 | 2']);
});

test('reads that ask the same at one moment share a statement, and each has an array of its own', async () => {
  const { sent, reads } = open();
  const list = () => reads.query(statement('LIST $1 $2'), ['a', 1n]);
  const [one, other] = await Promise.all([list(), list()]);
  expect(one).toEqual([['a', 1n]]);
  expect(other).toEqual(one);
  expect(other).not.toBe(one);
  // Later, another read may see what was written meanwhile.
  await list();
  expect(sent).toEqual(['LIST $1 $2 | a,1', 'LIST $1 $2 | a,1']);
});

test.each<[Param[], Param[]]>([
  [['a'], ['b']],
  [[null], ['null']],
  [
    [null, 'a'],
    ['null', 'a'],
  ],
  [
    ['a', 'b, c'],
    ['a, b', 'c'],
  ],
])('%p and %p are not the same', async (one, other) => {
  const { sent, reads } = open();
  const asked = [one, other].map((params) => reads.query(statement('ASK'), params));
  expect(await Promise.all(asked)).toEqual([[one], [other]]);
  expect(sent).toHaveLength(2);
});

test('a failure is that of each read that shares the statement', async () => {
  const { sent, reads } = open();
  const failing = () => reads.query(statement('FAIL'), []);
  expect(await Promise.allSettled([failing(), failing()])).toMatchObject([
    { reason: { message: 'it failed' } },
    { reason: { message: 'it failed' } },
  ]);
  expect(sent).toHaveLength(1);
});
