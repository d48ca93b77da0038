import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectJsonType, expectMembers, expectStatus, expectSuccess, expectThat } from '../expect.ts';
import { Skipped } from '../mismatch.ts';
import { animalRules, statuses } from './animal.ts';

const removal = 'GET /pets/{petId} is deprecated and is removed on 5 December 2030; until then it remains available.';
const removedAt = Date.UTC(2030, 11, 5);
const notFound = '404: the requested animal cannot be found.';

/** @throws Skipped once the operation may be gone */
function requireBeforeRemoval(t: TestContext): void {
  if (t.state.now() >= removedAt) throw new Skipped('the operation was removed on 5 December 2030');
}

async function read(t: TestContext, id: unknown) {
  requireBeforeRemoval(t);
  const answer = await t.get(`/pets/${id}`);
  expectSuccess(answer);
  return answer.object;
}

export const getPet: Group = {
  name: 'get-pet',
  title: 'Get an animal',
  kind: 'interface',
  creates: 8,
  cases: [
    {
      name: 'getPet: responds with 200 until 5 December 2030',
      rule: removal,
      run: async (t) => {
        requireBeforeRemoval(t);
        expectStatus(await t.get(`/pets/${(await t.sharedPet()).id}`), 200);
      },
    },
    {
      name: 'getPet: the response is application/json',
      rule: 'All endpoints send and accept application/json.',
      run: async (t) => expectJsonType(await t.get(`/pets/${(await t.sharedPet()).id}`)),
    },
    ...animalRules.map(
      ({ promise, rule, check }): Case => ({
        name: `getPet: ${promise}`,
        rule,
        run: async (t) => check(await read(t, (await t.sharedPet()).id)),
      }),
    ),
    ...statuses.map(
      (status): Case => ({
        name: `getPet: returns an animal as it was added, ${status}`,
        rule: 'Returns details of a single animal by identifier.',
        run: async (t) => {
          const { id } = await t.pet({ status });
          expectMembers(await read(t, id), { id, ...t.draft({ status }) });
        },
      }),
    ),
    ...['9223372036854775807', '-9007199254740993'].map(
      (digits): Case => ({
        name: `getPet: a categoryId of ${digits} is exact to the last digit`,
        rule: 'categoryId is an integer with the format int64.',
        run: async (t) => {
          const { id } = await t.pet({ categoryId: BigInt(digits) });
          expectEqual('categoryId', (await read(t, id))['categoryId'], BigInt(digits));
        },
      }),
    ),
    {
      name: 'getPet: returns a name in other scripts as it was added',
      rule: 'Returns details of a single animal by identifier.',
      run: async (t) => {
        const name = t.name('Μπέλα 咪咪 🐕 Rose\u0301');
        expectEqual('name', (await read(t, (await t.pet({ name })).id))['name'], name);
      },
    },
    {
      name: 'getPet: the largest int64, which no animal has as its id, gets 404',
      rule: notFound,
      run: async (t) => {
        requireBeforeRemoval(t);
        expectStatus(await t.get('/pets/9223372036854775807'), 404);
      },
    },
    {
      name: 'getPet: an id that is no int64 is not a failure of the server',
      rule: 'petId is an integer with the format int64.',
      run: async (t) => {
        for (const id of ['abc', '9223372036854775808', '1.5']) {
          const { status } = await t.get(`/pets/${id}`);
          expectThat(
            status >= 400 && status < 500,
            'an error of the client',
            () => `status ${status} for the id ${id}`,
          );
        }
      },
    },
  ],
};
