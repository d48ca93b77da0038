import type { Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectHeader, expectOnlyMembers, expectStatus } from '../expect.ts';
import { absentAt } from './absence.ts';

const putRule = 'PUT /categories/{categoryId} names a category: 201 the first time, 200 after that.';

/** A number that no other client uses; it is exact only with 64 bits. */
const numberOf = (t: TestContext, index: bigint) => t.state.categoryId + 100n + index;

async function put(t: TestContext, id: bigint, name: string, headers = {}) {
  return t.note('categories', await t.write('PUT', `/categories/${id}`, { name: t.name(name) }, headers));
}

export const categories: Group = {
  name: 'categories',
  title: 'Categories',
  kind: 'extension',
  creates: { categories: 3 },
  absence: absentAt('/categories'),
  cases: [
    {
      name: 'putCategory: a new name gets 201, another one 200',
      rule: putRule,
      run: async (t) => {
        const id = numberOf(t, 1n);
        const [first, second] = [await put(t, id, 'Dogs'), await put(t, id, 'Hounds')];
        expectStatus(first, 201);
        expectStatus(second, 200);
        expectEqual('the category', second.object, { id, name: t.name('Hounds') });
      },
    },
    {
      name: 'getCategory: returns id and name, exact to the last digit',
      rule: 'A category has id and name.',
      run: async (t) => {
        const id = numberOf(t, 2n);
        await put(t, id, 'Cats');
        const answer = await t.get(`/categories/${id}`);
        expectStatus(answer, 200);
        expectOnlyMembers(answer.object, ['id', 'name']);
        expectEqual('the category', answer.object, { id, name: t.name('Cats') });
      },
    },
    {
      name: 'listCategories: ?id= returns those that have a name',
      rule: 'GET /categories?id= returns the named categories; ids without a name are ignored.',
      run: async (t) => {
        const id = numberOf(t, 2n);
        await put(t, id, 'Cats');
        const answer = await t.get(`/categories?id=${id}&id=${numberOf(t, 9n)}`);
        expectEqual('the list', answer.array, [{ id, name: t.name('Cats') }]);
      },
    },
    {
      name: 'getCategory: a number without a name gets 404',
      rule: 'This category has no name: 404 category_not_found.',
      run: async (t) => expectError(await t.get(`/categories/${numberOf(t, 9n)}`), 404, 'category_not_found'),
    },
    {
      name: 'putCategory: If-None-Match: * does not change a name that exists',
      rule: 'With If-None-Match: * a resource is created only if it does not exist; otherwise 412.',
      run: async (t) => {
        const id = numberOf(t, 3n);
        expectStatus(await put(t, id, 'Birds', { 'If-None-Match': '*' }), 201);
        expectError(await put(t, id, 'Fish', { 'If-None-Match': '*' }), 412, 'precondition_failed');
        expectEqual('name', (await t.get(`/categories/${id}`)).object['name'], t.name('Birds'));
      },
    },
    {
      name: 'putCategory: an empty name gets 400',
      rule: 'A name has 1 to 255 characters.',
      run: async (t) => {
        const answer = await t.write('PUT', `/categories/${numberOf(t, 9n)}`, { name: '' });
        expectError(answer, 400, 'validation_failed');
      },
    },
    {
      name: 'categories: are beta',
      rule: 'Operations that are beta or experimental say so in the header Stability.',
      run: async (t) => expectHeader(await t.get('/categories'), 'Stability', 'beta'),
    },
  ],
};
