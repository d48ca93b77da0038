import { countByCategoryAndStatus } from '../../../src/animals/pets/sql.ts';
import { findBrokenOrders, findEventGaps } from '../../../src/catalogue/check-sql.ts';
import { areSame, findInventory } from '../../../src/record/inventory/sql.ts';
import type { Engine } from '../engines.ts';
import { judge } from './judge.ts';
import { search } from './search.ts';
import { Side } from './side.ts';
import { anyBatch, maxConcurrent } from './steps.ts';

interface Fuzzed {
  /** What is wrong, with few requests that show it, each as a command of curl; empty if nothing is. */
  readonly report: readonly string[];
  /** How many responses had a status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Sends about so many requests that are made from the document, and compares the responses with it. */
export async function fuzz(engine: Engine, seed: number, requests: number): Promise<Fuzzed> {
  const statuses = new Map<number, number>();
  const report = await search(
    {
      kinds: [[anyBatch, Math.ceil((2 * requests) / maxConcurrent)]],
      last: [],
      open: [() => Side.open(engine)],
      async judge([sent = []]) {
        for (const { status } of sent) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const mayHaveEnded = sent.length > 1 && sent.some(({ path }) => path.startsWith('/keys/'));
        return sent.flatMap((one) => judge(one, mayHaveEnded));
      },
      judgeRows: async ([side]) => (side ? await findContradictions(side) : []),
    },
    seed,
  );
  return { report, statuses };
}

async function findContradictions({ service }: Side): Promise<string[]> {
  await service.untilSettled();
  const { reader } = service.store;
  const isCounted = areSame(await findInventory(reader), await countByCategoryAndStatus(reader));
  return [
    ...(isCounted ? [] : ['a wrong inventory']),
    ...((await findBrokenOrders(reader)).length > 0 ? ['an open order without its animal'] : []),
    ...((await findEventGaps(reader)).length > 0 ? ['a gap in the events'] : []),
  ];
}
