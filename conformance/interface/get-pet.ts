import { casesUnder, type Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectJsonType, expectMembers, expectStatus, expectSuccess, expectThat } from '../expect.ts';
import { animalRules, statuses } from './animal.ts';
import { pathOfPet, requireBeforeRemoval } from './removal.ts';

const removal = 'GET /pets/{petId} is deprecated and is removed on 5 December 2030; until then it remains available.';
const notFound = '404: the requested animal cannot be found.';

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
    ...casesUnder(removal, {
      'getPet: responds with 200 until 5 December 2030': async (t) =>
        expectStatus(await t.get(await pathOfPet(t)), 200),
    }),
    ...casesUnder('All endpoints send and accept application/json.', {
      'getPet: the response is application/json': async (t) => expectJsonType(await t.get(await pathOfPet(t))),
    }),
    ...animalRules.flatMap(({ promise, rule, check }) =>
      casesUnder(rule, {
        [`getPet: ${promise}`]: async (t) => check(await read(t, (await t.sharedPet()).id)),
      }),
    ),
    ...statuses.flatMap((status) =>
      casesUnder('Returns details of a single animal by identifier.', {
        [`getPet: returns an animal as it was added, ${status}`]: async (t) => {
          const { id } = await t.pet({ status });
          expectMembers(await read(t, id), { id, ...t.draft({ status }) });
        },
      }),
    ),
    ...['9223372036854775807', '-9007199254740993'].flatMap((digits) =>
      casesUnder('categoryId is an integer with the format int64.', {
        [`getPet: a categoryId of ${digits} is exact to the last digit`]: async (t) => {
          const { id } = await t.pet({ categoryId: BigInt(digits) });
          expectEqual('categoryId', (await read(t, id))['categoryId'], BigInt(digits));
        },
      }),
    ),
    ...casesUnder('Returns details of a single animal by identifier.', {
      'getPet: returns a name in other scripts as it was added': async (t) => {
        const name = t.name('Μπέλα 咪咪 🐕 Rose\u0301');
        expectEqual('name', (await read(t, (await t.pet({ name })).id))['name'], name);
      },
    }),
    ...casesUnder(notFound, {
      'getPet: the largest int64, which no animal has as its id, gets 404': async (t) => {
        requireBeforeRemoval(t);
        expectStatus(await t.get('/pets/9223372036854775807'), 404);
      },
    }),
    ...casesUnder('petId is an integer with the format int64.', {
      'getPet: an id that is no int64 is not a failure of the server': async (t) => {
        for (const id of ['abc', '9223372036854775808', '1.5']) {
          const { status } = await t.get(`/pets/${id}`);
          expectThat(
            status >= 400 && status < 500,
            'an error of the client',
            () => `status ${status} for the id ${id}`,
          );
        }
      },
    }),
  ],
};
