import { afterAll, expect, test } from 'bun:test';
import { animalBreakages } from '../support/verify/animal-breakages.ts';
import { breakRule, check, groupsNamed, namesOf, serveAll } from '../support/verify/broken-server.ts';
import { listBreakages } from '../support/verify/list-breakages.ts';
import { createSmallPetstore } from '../support/verify/small-petstore.ts';

const key = 'the-key-of-the-small-implementation';
const groups = groupsNamed('authentication', 'list-pets', 'create-pet', 'get-pet', 'errors');
const breakages = [...listBreakages(key), ...animalBreakages];

const server = serveAll([{}, ...breakages].map((breakage) => breakRule(createSmallPetstore(key), breakage)));
afterAll(() => server.stop());

test('an implementation of the interface alone passes, and extensions are skipped', async () => {
  const result = await check(server.url, key);
  expect(namesOf(result, 'failed')).toEqual([]);
});

test.each(breakages.map((breakage, index) => [breakage.what, breakage, index + 1] as const))(
  'if %s, exactly the cases about it fail',
  async (_, breakage, index) => {
    const options = { groups, index, mayFill: breakage.needsMany === true };
    const result = await check(server.url, key, options);
    expect(namesOf(result, 'failed')).toEqual([...breakage.fails]);
  },
);
