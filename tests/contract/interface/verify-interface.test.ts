import { afterAll, expect, test } from 'bun:test';
import { animalBreakages } from '../../support/verify/animal-breakages.ts';
import { breakRule, check, groupsNamed, namesOf, serveAll } from '../../support/verify/broken-server.ts';
import { listBreakages } from '../../support/verify/list-breakages.ts';
import { type Call, createSmallPetstore, type Reply } from '../../support/verify/small-petstore.ts';

const key = 'the-key-of-the-small-implementation';
const groups = groupsNamed('authentication', 'list-pets', 'create-pet', 'get-pet', 'errors');
const breakages = [...listBreakages(key), ...animalBreakages];

const nameless = { response: (reply: Reply) => (reply.status === 201 ? { body: '{}' } : undefined) };
const removals: string[] = [];
/** Says of each new animal that it has the id of one that was there before. */
const confused = {
  request: ({ method, path }: Call) => {
    if (method === 'DELETE') removals.push(path);
    return undefined;
  },
  response: (reply: Reply, { method }: Call) => {
    if (reply.status === 201) return { body: reply.body.replace(/"id":\d+/, '"id":1') };
    return method === 'GET' ? { status: 200, body: '{"id":1,"name":"Frank","categoryId":3}' } : undefined;
  },
};
const server = serveAll(
  [{}, ...breakages, nameless, confused].map((breakage) => breakRule(createSmallPetstore(key), breakage)),
);
afterAll(() => server.stop());

test('an implementation of the interface alone passes, and extensions are skipped', async () => {
  const result = await check(server.url, key);
  expect(namesOf(result, 'failed')).toEqual([]);
  const { groups: results, created, cleanup } = result;
  const extensions = results.filter(({ group }) => group.kind === 'extension').flatMap(({ cases }) => cases);
  const reasons = extensions.map(({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : ''));
  expect(reasons.filter((reason) => !reason.startsWith('not offered: '))).toEqual([]);
  const [left] = cleanup.leftBehind;
  expect([cleanup.removed, cleanup.leftBehind.length, left?.kind, left?.ids.length]).toEqual([
    {},
    1,
    'animals',
    created.animals,
  ]);
});

test('what has not the name of the run is never removed, even if the server says that the run has created it', async () => {
  const index = breakages.length + 2;
  const { cleanup } = await check(server.url, key, { index, groups: groupsNamed('create-pet') });
  expect([cleanup.removed, cleanup.leftBehind]).toEqual([
    {},
    [{ kind: 'animals', ids: [1n], reason: 'the server did not remove them' }],
  ]);
  expect(removals).toEqual([]);
});

test('animals without a readable id are left behind, too', async () => {
  const index = breakages.length + 1;
  const { cleanup } = await check(server.url, key, { index, groups: groupsNamed('create-pet') });
  expect(cleanup.leftBehind.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^\d+ without an id that can be read$/),
  ]);
});

test.each(breakages.map((breakage, index) => [breakage.what, breakage, index + 1] as const))(
  'if %s, exactly the cases about it fail',
  async (_, breakage, index) => {
    const options = { groups, index, mayFill: breakage.needsMany === true };
    const result = await check(server.url, key, options);
    expect(namesOf(result, 'failed')).toEqual([...breakage.fails]);
  },
);
