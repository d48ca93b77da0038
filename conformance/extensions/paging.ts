import type { Answer } from '../answer.ts';
import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectHeader, expectNoHeader, expectStatus, expectThat } from '../expect.ts';
import { pathBelow } from '../http/base-address.ts';
import { Mismatch } from '../mismatch.ts';
import { absentWithoutHeader } from './absence.ts';
import { linkOf } from './deprecation.ts';

const linkRule = 'The next page is the Link with rel="next" (RFC 8288), an absolute address; the last page has none.';
const cursorRule = 'A cursor is valid only for the filters it was issued for. Any other is 400 invalid_cursor.';
const orderRule = 'Lists are sorted by ascending id.';

/** Seven animals in a category of their own. */
function seven(t: TestContext): Promise<readonly bigint[]> {
  return t.once('seven animals', async () => {
    const ids: bigint[] = [];
    for (let count = 0; count < 7; count++) ids.push((await t.pet({ categoryId: category(t) })).id);
    return ids;
  });
}

const category = (t: TestContext) => t.state.categoryId + 1n;
const own = (t: TestContext, query = '') => `/pets?categoryId=${category(t)}${query}`;

/** Path and query of the next page, whatever host the link names. @throws Mismatch when there is none */
export function nextPath(answer: Answer): string {
  const link = linkOf(answer, 'next');
  const path = /\/v1(\/.*)$/.exec(link ?? '')?.[1];
  if (path !== undefined) return path;
  throw new Mismatch('a Link with rel="next"', answer.header('Link') ?? 'no Link');
}

async function firstPage(t: TestContext, query = '&limit=3'): Promise<Answer> {
  await seven(t);
  const answer = await t.get(own(t, query));
  expectStatus(answer, 200);
  return answer;
}

const idsOf = (answer: Answer) => answer.objects.map(({ id }) => id);
const cursorOf = (answer: Answer) => /[?&]cursor=([^&]*)/.exec(nextPath(answer))?.[1] ?? '';

const badCursors: readonly [what: string, (cursor: string) => string][] = [
  ['an empty cursor', () => ''],
  ['a cursor that is no cursor', () => 'x'],
  ['a cursor with one character changed', (cursor) => `${cursor.startsWith('B') ? 'C' : 'B'}${cursor.slice(1)}`],
  ['a cursor that was cut short', (cursor) => cursor.slice(0, -1)],
];

export const paging: Group = {
  name: 'paging',
  title: 'Paging',
  kind: 'extension',
  creates: { animals: 10 },
  absence: async (t) => {
    await t.sharedPet();
    await t.pet();
    return absentWithoutHeader('Link', '/pets?limit=1')(t);
  },
  cases: [
    {
      name: 'paging: animals are in the order of their ids',
      rule: orderRule,
      run: async (t) => {
        await seven(t);
        const ids = (await t.get('/pets?limit=100')).objects.map(({ id }) => id as bigint);
        expectThat(
          ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id)),
          'ascending ids',
          () => ids.join(', '),
        );
      },
    },
    {
      name: 'paging: a page that is not the last has a link to the next one',
      rule: linkRule,
      run: async (t) => void nextPath(await firstPage(t)),
    },
    {
      name: 'paging: the link begins with the base address',
      rule: linkRule,
      run: async (t) => {
        const link = linkOf(await firstPage(t), 'next') ?? 'no link';
        expectThat(pathBelow(t.state.base, link) !== undefined, `an address below ${t.state.base.href}`, () => link);
      },
    },
    {
      name: 'paging: the last page has no link to a next one',
      rule: linkRule,
      run: async (t) => {
        const answer = await firstPage(t, '&limit=100');
        const link = linkOf(answer, 'next');
        expectThat(link === undefined, 'no Link with rel="next"', () => String(link));
      },
    },
    {
      name: 'paging: a page that holds exactly the rest has no link to a next one',
      rule: linkRule,
      run: async (t) => {
        const link = linkOf(await firstPage(t, '&limit=7'), 'next');
        expectThat(link === undefined, 'no Link with rel="next"', () => String(link));
      },
    },
    {
      name: 'paging: the pages together have every animal once, in order',
      rule: linkRule,
      run: async (t) => {
        const ids = await seven(t);
        const found: unknown[] = [];
        for (let path: string | undefined = own(t, '&limit=3'), pages = 0; path !== undefined && pages < 7; pages++) {
          const answer: Answer = await t.get(path);
          expectStatus(answer, 200);
          found.push(...idsOf(answer));
          path = linkOf(answer, 'next') === undefined ? undefined : nextPath(answer);
        }
        expectEqual('ids', found, ids);
      },
    },
    {
      name: 'paging: limit may change from page to page',
      rule: 'limit may change between pages.',
      run: async (t) => {
        const ids = await seven(t);
        const cursor = cursorOf(await firstPage(t));
        expectEqual('ids', idsOf(await t.get(own(t, `&limit=2&cursor=${cursor}`))), ids.slice(3, 5));
      },
    },
    ...badCursors.map(
      ([what, change]): Case => ({
        name: `paging: ${what} gets 400 invalid_cursor`,
        rule: cursorRule,
        run: async (t) => {
          const cursor = change(cursorOf(await firstPage(t)));
          expectError(await t.get(own(t, `&limit=3&cursor=${cursor}`)), 400, 'invalid_cursor');
        },
      }),
    ),
    {
      name: 'paging: a cursor of other filters gets 400 invalid_cursor',
      rule: cursorRule,
      run: async (t) => {
        const cursor = cursorOf(await firstPage(t));
        for (const query of [own(t, '&status=available'), `/pets?categoryId=1`, '/pets?limit=3']) {
          expectError(await t.get(`${query}&cursor=${cursor}`), 400, 'invalid_cursor');
        }
      },
    },
    {
      name: 'paging: Prefer: count=exact returns the number of all matching animals',
      rule: 'With Prefer: count=exact the response has X-Total-Count and Preference-Applied (RFC 7240).',
      run: async (t) => {
        await seven(t);
        const answer = await t.get(own(t, '&limit=3'), { Prefer: 'count=exact' });
        expectHeader(answer, 'X-Total-Count', '7');
        expectHeader(answer, 'Preference-Applied', /count=exact/);
      },
    },
    {
      name: 'paging: without the preference there is no count',
      rule: 'With Prefer: count=exact the response has X-Total-Count and Preference-Applied (RFC 7240).',
      run: async (t) => expectNoHeader(await firstPage(t), 'X-Total-Count'),
    },
  ],
};
