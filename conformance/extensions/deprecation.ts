import type { Answer } from '../answer.ts';
import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectHeader, expectNoHeader, expectStatus, expectThat } from '../expect.ts';
import { absentWithoutHeader } from './absence.ts';

const unknown = '/pets/9223372036854775807';
const everyResponse = 'Every response of getPet has Deprecation, Sunset and Link, errors too (RFC 9745, RFC 8594).';
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

const responses: readonly [what: string, get: (t: TestContext) => Promise<Answer>][] = [
  ['a 200', async (t) => t.get(`/pets/${(await t.sharedPet()).id}`)],
  ['a 404', (t) => t.get(unknown)],
  ['a 401', (t) => t.send({ method: 'GET', path: unknown, authorization: [] })],
];

/** The target of a link with this relation (RFC 8288). */
export function linkOf(answer: Answer, relation: string): string | undefined {
  const links = (answer.header('Link') ?? '').split(/,\s*(?=<)/);
  const found = links.find((link) => new RegExp(`;\\s*rel="?${relation}"?(?:;|\\s*$)`).test(link));
  return found === undefined ? undefined : /^\s*<([^>]*)>/.exec(found)?.[1];
}

export const deprecation: Group = {
  name: 'deprecation',
  title: 'Deprecation of getPet',
  kind: 'extension',
  creates: { animals: 2 },
  absence: absentWithoutHeader('Sunset', unknown),
  cases: [
    ...responses.flatMap(([what, get]): Case[] => [
      {
        name: `deprecation: ${what} of getPet has the date of the announcement`,
        rule: `${everyResponse} Deprecation is @ and a time in seconds that has passed.`,
        run: async (t) => {
          const answer = await get(t);
          expectHeader(answer, 'Deprecation', /^@\d+$/);
          const seconds = Number(answer.header('Deprecation')?.slice(1));
          expectThat(seconds * 1_000 <= t.state.now(), 'a time in the past', () => `@${seconds}`);
        },
      },
      {
        name: `deprecation: ${what} of getPet has the date of the removal`,
        rule: `${everyResponse} getPet is removed on 5 December 2030.`,
        run: async (t) => expectHeader(await get(t), 'Sunset', sunset),
      },
    ]),
    ...['deprecation', 'sunset'].map(
      (relation): Case => ({
        name: `deprecation: getPet has a Link with rel="${relation}"`,
        rule: everyResponse,
        run: async (t) => {
          const answer = await t.get(`/pets/${(await t.sharedPet()).id}`);
          expectThat(
            linkOf(answer, relation) !== undefined,
            `a link with rel="${relation}"`,
            () => answer.header('Link') ?? 'none',
          );
        },
      }),
    ),
    {
      name: 'deprecation: the successor of getPet is the list with the id, and returns the animal',
      rule: 'Link with rel="successor-version" is the address of GET /pets?id=N.',
      run: async (t) => {
        const pet = await t.sharedPet();
        const target = linkOf(await t.get(`/pets/${pet.id}`), 'successor-version') ?? 'none';
        expectEqual(
          'link with rel="successor-version"',
          target.slice(-`/pets?id=${pet.id}`.length),
          `/pets?id=${pet.id}`,
        );
        const answer = await t.get(`/pets?id=${pet.id}`);
        expectStatus(answer, 200);
        expectEqual('the list', answer.array, [pet]);
      },
    },
    {
      name: 'deprecation: listPets and createPet are not deprecated',
      rule: 'Only getPet is deprecated.',
      run: async (t) => {
        for (const answer of [await t.get('/pets'), await t.createPet()]) {
          expectNoHeader(answer, 'Deprecation');
          expectNoHeader(answer, 'Sunset');
        }
      },
    },
    {
      name: 'deprecation: the three operations of the interface have no Stability header',
      rule: 'Operations that are beta or experimental say so in the header Stability; stable ones have none.',
      run: async (t) => {
        for (const answer of [await t.get('/pets'), await t.createPet(), await t.get(unknown)]) {
          expectNoHeader(answer, 'Stability');
        }
      },
    },
    {
      name: 'deprecation: changing and removing an animal is beta, and not deprecated',
      rule: 'Only GET is removed: the other methods of the path remain.',
      run: async (t) => {
        for (const answer of [await t.patch(unknown, {}), await t.delete(unknown)]) {
          expectHeader(answer, 'Stability', 'beta');
          expectNoHeader(answer, 'Sunset');
        }
      },
    },
  ],
};
