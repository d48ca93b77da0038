import type { Case, Group } from '../case.ts';
import { expectEqual, expectError, expectMessage, expectStatus } from '../expect.ts';
import { absentWithoutCode } from './absence.ts';

const limitRule = 'limit is plain digits, 1 to 100, and not clamped: anything else is 400 invalid_parameter.';
const statusRule = 'An empty, repeated or wrongly-cased value is 400 invalid_parameter.';
const unknownRule =
  'A parameter that does not exist is 400 unknown_parameter: a misspelt filter must not show what it should hide.';

const invalid: readonly (readonly [query: string, rule: string])[] = [
  ...['0', '101', '-1', '%2B5', '05', '1.0', '1e1', '%205', '', 'ten', '5&limit=5'].map(
    (value) => [`limit=${value}`, limitRule] as const,
  ),
  ...['', 'adopted', 'Sold', 'sold&status=pending', 'sold,pending'].map(
    (value) => [`status=${value}`, statusRule] as const,
  ),
  ['categoryId=one', 'categoryId is a canonical int64.'],
  ['categoryId=9223372036854775808', 'categoryId is a canonical int64.'],
  ['id=', 'id is a canonical int64, repeated up to 100 times.'],
  ['id=1,2', 'id is a canonical int64, repeated up to 100 times.'],
  [Array.from({ length: 101 }, (_, index) => `id=${index + 1}`).join('&'), 'id may be repeated up to 100 times.'],
];

const unknown = ['verify=1', 'Limit=5', 'page=2', 'offset=20'];
const short = (query: string) => (query.length > 40 ? '101 ids' : `?${query}`);

export const parameters: Group = {
  name: 'parameters',
  title: 'Query parameters in detail',
  kind: 'extension',
  creates: { animals: 4 },
  absence: absentWithoutCode('unknown_parameter', '/pets?verify=1'),
  cases: [
    ...invalid.map(
      ([query, rule]): Case => ({
        name: `listPets: ${short(query)} gets 400 invalid_parameter`,
        rule,
        run: async (t) => expectError(await t.get(`/pets?${query}`), 400, 'invalid_parameter'),
      }),
    ),
    ...unknown.map(
      (query): Case => ({
        name: `listPets: ?${query} gets 400 unknown_parameter`,
        rule: unknownRule,
        run: async (t) => expectError(await t.get(`/pets?${query}`), 400, 'unknown_parameter'),
      }),
    ),
    {
      name: 'createPet and getPet: an unknown parameter gets 400 unknown_parameter',
      rule: 'An unknown query parameter is always an error.',
      run: async (t) => {
        const { id } = await t.sharedPet();
        expectError(await t.get(`/pets/${id}?verify=1`), 400, 'unknown_parameter');
        expectError(t.note('animals', await t.post('/pets?verify=1', t.draft())), 400, 'unknown_parameter');
      },
    },
    {
      name: 'listPets: the message names every wrong parameter',
      rule: 'All faults are in one message, each naming its parameter.',
      run: async (t) =>
        expectMessage(await t.get('/pets?limit=0&status=adopted&verify=1'), 'limit', 'status', 'verify'),
    },
    {
      name: 'listPets: ?id= returns those of the animals that exist',
      rule: 'GET /pets?id=1&id=2 returns those that exist, so that clients can migrate from getPet.',
      run: async (t) => {
        const [one, other] = [await t.sharedPet(), await t.pet()];
        const answer = await t.get(`/pets?id=${other.id}&id=${one.id}&id=9223372036854775807`);
        expectStatus(answer, 200);
        expectEqual('the list', answer.array, [one, other]);
      },
    },
    {
      name: 'listPets: ?categoryId= returns only animals of the category, exact to the last digit',
      rule: 'categoryId: only animals of this category.',
      run: async (t) => {
        const categoryId = t.state.categoryId + 3n;
        const pet = await t.pet({ categoryId });
        await t.pet({ categoryId: categoryId + 1n });
        expectEqual('the list', (await t.get(`/pets?categoryId=${categoryId}`)).array, [pet]);
      },
    },
  ],
};
