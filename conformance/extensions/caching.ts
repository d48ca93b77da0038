import type { Group } from '../case.ts';
import { expectEqual, expectHeader, expectStatus, expectThat } from '../expect.ts';
import { absentWithoutHeader } from './absence.ts';

const tagRule = 'Every GET has a strong ETag (RFC 9110, section 8.8.3).';
const notModified = 'If-None-Match with the current ETag: 304 without a body (RFC 9110, section 13.1.2).';
const strong = /^"[^"]*"$/;

export const caching: Group = {
  name: 'caching',
  title: 'ETags and caching',
  kind: 'extension',
  creates: { animals: 4 },
  absence: absentWithoutHeader('ETag', '/pets?limit=1'),
  cases: [
    {
      name: 'caching: a list and an animal have a strong ETag',
      rule: tagRule,
      run: async (t) => {
        const { id } = await t.sharedPet();
        for (const path of ['/pets', `/pets/${id}`]) expectHeader(await t.get(path), 'ETag', strong);
      },
    },
    {
      name: 'caching: the ETag stays the same while nothing changes',
      rule: tagRule,
      run: async (t) => {
        const path = `/pets?id=${(await t.sharedPet()).id}`;
        const tags = [(await t.get(path)).header('ETag'), (await t.get(path)).header('ETag')];
        expectEqual('ETag', tags[1], tags[0]);
      },
    },
    {
      name: 'caching: the ETag of a list changes when an animal is added',
      rule: tagRule,
      run: async (t) => {
        const path = `/pets?categoryId=${t.state.categoryId + 7n}`;
        const before = (await t.get(path)).header('ETag');
        await t.pet({ categoryId: t.state.categoryId + 7n });
        const after = (await t.get(path)).header('ETag');
        expectThat(before !== after, 'another ETag', () => `twice ${after}`);
      },
    },
    {
      name: 'caching: If-None-Match with the current ETag gets 304 without a body',
      rule: notModified,
      run: async (t) => {
        const path = `/pets?id=${(await t.sharedPet()).id}`;
        const tag = (await t.get(path)).header('ETag') ?? '';
        const answer = await t.get(path, { 'If-None-Match': tag });
        expectStatus(answer, 304);
        expectHeader(answer, 'ETag', tag);
        expectEqual('bytes of the body', answer.body.length + answer.surplusBytes, 0);
      },
    },
    {
      name: 'caching: If-None-Match with several tags or a weak one matches, too',
      rule: notModified,
      run: async (t) => {
        const path = `/pets?id=${(await t.sharedPet()).id}`;
        const tag = (await t.get(path)).header('ETag') ?? '';
        for (const value of [`"other", ${tag}`, `W/${tag}`]) {
          expectStatus(await t.get(path, { 'If-None-Match': value }), 304);
        }
      },
    },
    {
      name: 'caching: If-None-Match with another ETag gets 200',
      rule: notModified,
      run: async (t) => {
        const path = `/pets?id=${(await t.sharedPet()).id}`;
        expectStatus(await t.get(path, { 'If-None-Match': '"other"' }), 200);
      },
    },
    {
      name: 'caching: a GET may be stored by its client, and is validated before each use',
      rule: 'A GET has Cache-Control: private, no-cache.',
      run: async (t) => expectHeader(await t.get('/pets'), 'Cache-Control', 'private, no-cache'),
    },
    {
      name: 'caching: the response to a POST is not stored',
      rule: 'A write has Cache-Control: no-store.',
      run: async (t) => expectHeader(await t.createPet(), 'Cache-Control', 'no-store'),
    },
  ],
};
