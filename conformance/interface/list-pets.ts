import type { Answer, JsonObject } from '../answer.ts';
import { casesUnder, type Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import {
  expectEqual,
  expectJsonType,
  expectMembers,
  expectOneOf,
  expectStatus,
  expectSuccess,
  expectThat,
} from '../expect.ts';
import { Mismatch, Skipped } from '../mismatch.ts';
import { animalRules, statuses } from './animal.ts';

const limitRule = 'limit is the maximum number of animals returned: minimum 1, maximum 100, default 20.';
const statusRule = 'status returns only animals with this status.';

/** More than the default limit. */
const overDefault = 21;
/** More than the maximum. */
const overMaximum = 101;

async function list(t: TestContext, query: string): Promise<readonly JsonObject[]> {
  const answer = await t.get(`/pets${query}`);
  expectSuccess(answer);
  return animalsOf(answer);
}

/** @throws Skipped when the body is no list: another case is about that */
function animalsOf(answer: Answer): readonly JsonObject[] {
  try {
    return answer.objects;
  } catch (error) {
    if (error instanceof Mismatch) throw new Skipped(`needs an array of animals, but the body is ${error.received}`);
    throw error;
  }
}

/** Fills the catalogue to more animals than a page can have. @throws Skipped without permission */
async function overflow(t: TestContext): Promise<void> {
  if ((await t.manyPets(overDefault)) < 100 && !t.state.mayFill) {
    throw new Skipped('needs more than 100 animals in the catalogue; --fill adds those that are missing');
  }
  if (t.state.mayFill) await t.manyPets(overMaximum);
}

/** Finds an animal in the list, over all pages if the service links them. */
async function findListed(t: TestContext, query: string, id: unknown): Promise<JsonObject> {
  let path = `/pets?limit=100${query}`;
  for (let pages = 0; pages < 20; pages++) {
    const answer = await t.get(path);
    expectSuccess(answer);
    const animals = animalsOf(answer);
    // Other cases are about the type of the id.
    const found = animals.find((animal) => String(animal['id']) === String(id));
    if (found !== undefined) return found;
    const next = /<([^>]*)>;\s*rel="?next"?/.exec(answer.header('Link') ?? '')?.[1];
    const rest = next === undefined ? undefined : /\/pets\?.*$/.exec(next)?.[0];
    if (rest === undefined) {
      if (animals.length < 100) throw new Mismatch(`the animal ${id} in the list`, 'a list without it');
      throw new Skipped('the list has 100 animals or more, and no link to the next page');
    }
    path = rest;
  }
  throw new Skipped('the catalogue has more than 2,000 animals');
}

function ofEachStatus(t: TestContext) {
  return t.once('an animal of each status', () => Promise.all(statuses.map((status) => t.pet({ status }))));
}

const statusCases = statuses.flatMap((status, index) =>
  casesUnder(statusRule, {
    [`listPets: status=${status} returns only animals that are ${status}`]: async (t) => {
      await ofEachStatus(t);
      for (const pet of await list(t, `?status=${status}&limit=100`)) expectEqual('status', pet['status'], status);
    },
    [`listPets: status=${status} returns an animal that was added as ${status}`]: async (t) =>
      void (await findListed(t, `&status=${status}`, (await ofEachStatus(t))[index]?.id)),
  }),
);

export const listPets: Group = {
  name: 'list-pets',
  title: 'List animals',
  kind: 'interface',
  creates: overDefault + 5,
  cases: [
    ...casesUnder('GET /pets: 200 Success.', {
      'listPets: responds with 200': async (t) => expectStatus(await t.get('/pets'), 200),
    }),
    ...casesUnder('All endpoints send and accept application/json.', {
      'listPets: the response is application/json': async (t) => expectJsonType(await t.get('/pets')),
    }),
    ...casesUnder('The body of 200 is an array of Animal.', {
      'listPets: the body is an array of objects': async (t) => void (await t.get('/pets')).objects,
    }),
    ...animalRules.flatMap(({ promise, rule, check }) =>
      casesUnder(rule, {
        [`listPets: ${promise}`]: async (t) => {
          await t.sharedPet();
          for (const pet of await list(t, '?limit=100')) check(pet);
        },
      }),
    ),
    ...casesUnder('Returns a paginated list of all animals.', {
      'listPets: an animal that was added is in the list': async (t) =>
        void (await findListed(t, '', (await t.sharedPet()).id)),
    }),
    ...casesUnder('The items of the array are Animal objects.', {
      'listPets: an animal has the name and the category that it was added with': async (t) => {
        const { id } = await t.sharedPet();
        expectMembers(await findListed(t, '', id), t.draft({ name: t.name('shared animal') }));
      },
    }),
    ...statusCases,
    ...casesUnder(limitRule, {
      'listPets: without limit a page has 20 animals': async (t) => {
        await t.manyPets(overDefault);
        expectEqual('number of animals', (await list(t, '')).length, 20);
      },
    }),
    ...[1, 2, 19, 21].flatMap((limit) =>
      casesUnder(limitRule, {
        [`listPets: limit=${limit} returns ${limit} ${limit === 1 ? 'animal' : 'animals'}`]: async (t) => {
          await t.manyPets(overDefault);
          expectEqual('number of animals', (await list(t, `?limit=${limit}`)).length, limit);
        },
      }),
    ),
    ...casesUnder(limitRule, {
      'listPets: limit=100 returns 100 animals': async (t) => {
        await overflow(t);
        expectEqual('number of animals', (await list(t, '?limit=100')).length, 100);
      },
      'listPets: limit=101 does not return more than 100 animals': async (t) => {
        const answer = await t.get('/pets?limit=101');
        expectThat(answer.status < 500, 'an error of the client, or a page', () => `status ${answer.status}`);
        if (answer.status >= 300) return;
        await overflow(t);
        const { length } = await list(t, '?limit=101');
        expectThat(length <= 100, 'at most 100 animals', () => `${length} animals`);
      },
      'listPets: limit=0 is not a failure of the server': async (t) => {
        const { status } = await t.get('/pets?limit=0');
        expectThat(status < 500, 'an error of the client, or a page', () => `status ${status}`);
      },
    }),
    ...casesUnder('id is a unique identifier.', {
      'listPets: no animal is twice on a page': async (t) => {
        await t.manyPets(overDefault);
        const ids = (await list(t, '?limit=100')).map(({ id }) => id);
        expectEqual('different ids:', new Set(ids).size, ids.length);
      },
    }),
    ...casesUnder('The allowed values of PetStatus are exactly available, pending and sold.', {
      'listPets: an unknown status returns no animals': async (t) => {
        const answer = await t.get('/pets?status=adopted');
        expectThat(answer.status < 500, 'an error of the client, or an empty page', () => `status ${answer.status}`);
        if (answer.status < 300) expectEqual('number of animals', animalsOf(answer).length, 0);
      },
    }),
    ...casesUnder('limit controls page size and status filters by availability.', {
      'listPets: limit and status work together': async (t) => {
        await t.manyPets(overDefault);
        const pets = await list(t, '?status=available&limit=2');
        expectThat(pets.length <= 2, 'at most 2 animals', () => `${pets.length} animals`);
        for (const { status } of pets) expectOneOf('the status', status, ['available']);
      },
    }),
  ],
};
