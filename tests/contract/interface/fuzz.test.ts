import { expect, test } from 'bun:test';
import { engines, postgres } from '../../support/engines.ts';
import { compareEngines } from '../../support/fuzz/differential.ts';
import { fuzz } from '../../support/fuzz/fuzzer.ts';

/** `npm run fuzz` sends more, with other seeds. These need few requests to get each of the statuses below. */
const seed = 20261125;
/** `npm run differential` takes more, with other seeds. */
const steps = 60;

// Proves that the requests reach the operations. So few meet a conflict (409, 422) or an unchanged answer (304) that a seed can miss them.
const onlyOnSqlite = [204, 400, 401, 403, 405, 413, 415];

test.each(engines)('on $name every response to generated requests conforms to the document', async (engine) => {
  // What is decided before an operation's SQL is tested on SQLite.
  const [requests, others] = engine === postgres ? [300, []] : [700, onlyOnSqlite];
  const { report, statuses } = await fuzz(engine, seed, requests);
  expect(report).toEqual([]);
  expect([...statuses.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(requests / 2);
  expect([200, 201, 404, 412, ...others].filter((status) => !statuses.has(status))).toEqual([]);
});

// The second begins with many animals.
test.skipIf(engines.length < 2).each([seed + 1, seed])(
  'the same steps, of the seed %p, have the same responses and rows on SQLite and PostgreSQL',
  async (own) => {
    expect(await compareEngines(own, steps)).toEqual([]);
  },
);
