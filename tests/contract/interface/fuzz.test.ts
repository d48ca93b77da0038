import { expect, test } from 'bun:test';
import { engines } from '../../support/engines.ts';
import { fuzz } from '../../support/fuzz/fuzzer.ts';

/** `npm run fuzz` sends more, with other seeds. */
const seed = 20261122;
const requests = 2_000;

test.each(engines)('on $name every response to generated requests conforms to the document', async (engine) => {
  const { sent, statuses, finding } = await fuzz({ engine, seed, requests });
  expect(finding).toBeUndefined();
  expect(sent).toBeGreaterThan(requests / 2);
  // Proves that the requests reach the operations.
  const reached = [200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 412, 413, 415, 422];
  expect(reached.filter((status) => !statuses.has(status))).toEqual([]);
});
