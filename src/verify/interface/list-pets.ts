import type { JsonObject } from '../answer.ts';
import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectJsonType, expectOneOf, expectStatus, expectThat } from '../expect.ts';
import { Skipped } from '../mismatch.ts';
import { animalRules, statuses } from './animal.ts';

const limitRule = 'limit is the maximum number of animals returned: minimum 1, maximum 100, default 20.';
const statusRule = 'status returns only animals with this status.';

/** More than the default limit. */
const overDefault = 21;
/** More than the maximum. */
const overMaximum = 101;

/** The animals of a page. */
async function list(t: TestContext, query: string): Promise<readonly JsonObject[]> {
  const answer = await t.get(`/pets${query}`);
  expectStatus(answer, 200);
  return answer.objects;
}

/** Fills the catalogue to more animals than a page can have. @throws Skipped without permission */
async function overflow(t: TestContext): Promise<void> {
  if ((await t.manyPets(overDefault)) < 100 && !t.state.mayFill) {
    throw new Skipped('needs more than 100 animals in the catalogue; --fill adds those that are missing');
  }
  if (t.state.mayFill) await t.manyPets(overMaximum);
}

/** Finds an animal in the list, over all pages if the service links them. */
async function expectListed(t: TestContext, query: string, pet: JsonObject): Promise<void> {
  let path = `/pets?limit=100${query}`;
  for (let pages = 0; pages < 20; pages++) {
    const answer = await t.get(path);
    expectStatus(answer, 200);
    const found = answer.objects.find(({ id }) => id === pet['id']);
    if (found !== undefined) return expectEqual('the animal', found, pet);
    const next = /<([^>]*)>;\s*rel="?next"?/.exec(answer.header('Link') ?? '')?.[1];
    const rest = next === undefined ? undefined : /\/pets\?.*$/.exec(next)?.[0];
    if (rest === undefined) {
      if (answer.objects.length >= 100)
        throw new Skipped('the list has 100 animals or more, and no link to the next page');
      return expectThat(false, `the animal ${pet['id']} in the list`, () => 'a list without it');
    }
    path = rest;
  }
  throw new Skipped('the catalogue has more than 2,000 animals');
}

const statusCases = statuses.flatMap((status): Case[] => [
  {
    name: `listPets: status=${status} returns only animals that are ${status}`,
    rule: statusRule,
    run: async (t) => {
      await t.once('an animal of each status', () => Promise.all(statuses.map((one) => t.pet({ status: one }))));
      for (const pet of await list(t, `?status=${status}&limit=100`)) expectEqual('status', pet['status'], status);
    },
  },
  {
    name: `listPets: status=${status} returns an animal that was added as ${status}`,
    rule: statusRule,
    run: async (t) => {
      const pets = await t.once('an animal of each status', () =>
        Promise.all(statuses.map((one) => t.pet({ status: one }))),
      );
      const pet = pets.find((one) => one['status'] === status);
      if (pet === undefined) throw new Skipped(`needs an animal that is ${status}, and createPet returned none`);
      await expectListed(t, `&status=${status}`, pet);
    },
  },
]);

export const listPets: Group = {
  name: 'list-pets',
  title: 'List animals',
  kind: 'interface',
  creates: { animals: overDefault + 5 },
  cases: [
    {
      name: 'listPets: responds with 200',
      rule: 'GET /pets: 200 Success.',
      run: async (t) => expectStatus(await t.get('/pets'), 200),
    },
    {
      name: 'listPets: the response is application/json',
      rule: 'All endpoints send and accept application/json.',
      run: async (t) => expectJsonType(await t.get('/pets')),
    },
    {
      name: 'listPets: the body is an array of objects',
      rule: 'The body of 200 is an array of Animal.',
      run: async (t) => void (await t.get('/pets')).objects,
    },
    ...animalRules.map(
      ({ promise, rule, check }): Case => ({
        name: `listPets: ${promise}`,
        rule,
        run: async (t) => {
          await t.sharedPet();
          for (const pet of (await t.get('/pets?limit=100')).objects) check(pet);
        },
      }),
    ),
    {
      name: 'listPets: no animal is twice on a page',
      rule: 'id is a unique identifier.',
      run: async (t) => {
        const ids = (await list(t, '?limit=100')).map(({ id }) => id);
        expectEqual('different ids:', new Set(ids).size, ids.length);
      },
    },
    {
      name: 'listPets: an animal that was added is in the list',
      rule: 'Returns a paginated list of all animals.',
      run: async (t) => expectListed(t, '', await t.sharedPet()),
    },
    {
      name: 'listPets: without limit a page has 20 animals',
      rule: limitRule,
      run: async (t) => {
        await t.manyPets(overDefault);
        expectEqual('number of animals', (await list(t, '')).length, 20);
      },
    },
    ...[1, 2, 19, 21].map(
      (limit): Case => ({
        name: `listPets: limit=${limit} returns ${limit} ${limit === 1 ? 'animal' : 'animals'}`,
        rule: limitRule,
        run: async (t) => {
          await t.manyPets(overDefault);
          expectEqual('number of animals', (await list(t, `?limit=${limit}`)).length, limit);
        },
      }),
    ),
    {
      name: 'listPets: limit=100 returns 100 animals',
      rule: limitRule,
      run: async (t) => {
        await overflow(t);
        expectEqual('number of animals', (await list(t, '?limit=100')).length, 100);
      },
    },
    {
      name: 'listPets: limit=101 does not return more than 100 animals',
      rule: limitRule,
      run: async (t) => {
        const answer = await t.get('/pets?limit=101');
        expectThat(answer.status < 500, 'an error of the client, or a page', () => `status ${answer.status}`);
        if (answer.status !== 200) return;
        await overflow(t);
        const { length } = await list(t, '?limit=101');
        expectThat(length <= 100, 'at most 100 animals', () => `${length} animals`);
      },
    },
    {
      name: 'listPets: limit=0 is not a failure of the server',
      rule: limitRule,
      run: async (t) => {
        const { status } = await t.get('/pets?limit=0');
        expectThat(status < 500, 'an error of the client, or a page', () => `status ${status}`);
      },
    },
    ...statusCases,
    {
      name: 'listPets: an unknown status returns no animals',
      rule: 'The allowed values of PetStatus are exactly available, pending and sold.',
      run: async (t) => {
        const answer = await t.get('/pets?status=adopted');
        expectThat(answer.status < 500, 'an error of the client, or an empty page', () => `status ${answer.status}`);
        if (answer.status === 200) expectEqual('number of animals', answer.array.length, 0);
      },
    },
    {
      name: 'listPets: limit and status work together',
      rule: 'limit controls page size and status filters by availability.',
      run: async (t) => {
        await t.manyPets(overDefault);
        const pets = await list(t, '?status=available&limit=2');
        expectThat(pets.length <= 2, 'at most 2 animals', () => `${pets.length} animals`);
        for (const { status } of pets) expectOneOf('the status', status, ['available']);
      },
    },
  ],
};
