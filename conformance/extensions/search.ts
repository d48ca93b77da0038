import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectStatus } from '../expect.ts';

const wordsRule =
  'q finds names that have words that begin with each of these words, in any order, without regard to case and accents.';

const category = (t: TestContext) => t.state.categoryId + 23n;

/** Three animals in a category of their own, in this order. */
function animals(t: TestContext) {
  return t.once('animals to search', async () => {
    const names = [t.name('Rosé Müller'), t.name('anton'), t.name('Berta Rose')];
    const pets = [];
    for (const name of names) pets.push(await t.pet({ name, categoryId: category(t) }));
    return pets;
  });
}

/** Which of the three are found, by their places. */
async function find(t: TestContext, query: string): Promise<number[]> {
  const pets = await animals(t);
  const answer = await t.get(`/pets?categoryId=${category(t)}&limit=100&${query}`);
  expectStatus(answer, 200);
  return answer.objects.map(({ id }) => pets.findIndex((pet) => pet.id === id));
}

const queries: readonly [what: string, query: string, found: readonly number[]][] = [
  ['the beginning of a word', 'q=ros', [0, 2]],
  ['other case and no accents', 'q=MULLER', [0]],
  ['nothing without a word', 'q=%21', []],
  ['several words in any order', 'q=rose%20ber', [2]],
  ['a word that no name has', 'q=rosinante', []],
  ['the middle of a word', 'q=nton', []],
];

const orders: readonly [sort: string, found: readonly number[]][] = [
  ['id', [0, 1, 2]],
  ['-id', [2, 1, 0]],
  ['name', [1, 2, 0]],
  ['-createdAt', [2, 1, 0]],
];

export const search: Group = {
  name: 'search',
  title: 'Search and order',
  kind: 'extension',
  creates: { animals: 3 },
  absence: async (t) => {
    await t.sharedPet();
    const answer = await t.get('/pets?q=verifynonamehasthis&limit=1');
    if (answer.status !== 200) return `GET /pets?q= responds with ${answer.status}`;
    return answer.array.length === 0 ? undefined : 'GET /pets ignores q';
  },
  cases: [
    ...queries.map(
      ([what, query, found]): Case => ({
        name: `listPets: q with ${what} finds ${found.length === 0 ? 'nothing' : found.length}`,
        rule: wordsRule,
        run: async (t) => expectEqual('places of the animals found', await find(t, query), found),
      }),
    ),
    ...orders.map(
      ([sort, found]): Case => ({
        name: `listPets: sort=${sort} returns animals in this order`,
        rule: 'sort is id, -id, name (without regard to case and accents), -createdAt or -updatedAt.',
        run: async (t) => expectEqual('places of the animals', await find(t, `sort=${sort}`), found),
      }),
    ),
    {
      name: 'listPets: sort=-updatedAt begins with the animal that was changed last',
      rule: 'sort=-updatedAt begins with the animal changed last.',
      run: async (t) => {
        const [, anton] = await animals(t);
        // Times have milliseconds, so the change must not fall into that of the last addition.
        await Bun.sleep(5);
        await t.patch(`/pets/${anton?.id}`, { status: 'pending' });
        expectEqual('place of the first animal', (await find(t, 'sort=-updatedAt'))[0], 1);
      },
    },
    ...['q=', 'sort=age', 'sort=Name'].map(
      (query): Case => ({
        name: `listPets: ?${query} gets 400 invalid_parameter`,
        rule: 'q is not empty; sort is one of its values.',
        run: async (t) => expectError(await t.get(`/pets?${query}`), 400, 'invalid_parameter'),
      }),
    ),
  ],
};
