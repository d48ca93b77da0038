import { expect, test } from 'bun:test';
import { compareEngines } from '../../support/differential/differential.ts';
import { engines } from '../../support/engines.ts';
import { fuzz } from '../../support/fuzz/fuzzer.ts';

/** `npm run fuzz` sends more, with other seeds. This one needs few requests to get each of the statuses below. */
const seed = 20261125;
const requests = 700;
/** `npm run differential` takes more, with other seeds. */
const steps = 60;

test.each(engines)('on $name every response to generated requests conforms to the document', async (engine) => {
  const { sent, statuses, finding } = await fuzz({ engine, seed, requests });
  expect(finding).toBeUndefined();
  expect(sent).toBeGreaterThan(requests / 2);
  // Proves that the requests reach the operations. So few meet a conflict (409) or an unchanged answer (304) that a seed can miss them.
  const reached = [200, 201, 204, 400, 401, 403, 404, 405, 412, 413, 415, 422];
  expect(reached.filter((status) => !statuses.has(status))).toEqual([]);
});

// The second begins with many animals.
test.skipIf(engines.length < 2).each([seed + 1, seed])(
  'the same steps, of the seed %p, have the same responses and rows on SQLite and PostgreSQL',
  async (own) => {
    expect(await compareEngines(own, steps)).toEqual([]);
  },
);
