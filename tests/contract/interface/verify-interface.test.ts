import { afterAll, expect, test } from 'bun:test';
import { groups as allGroups } from '../../../conformance/groups.ts';
import { createPet } from '../../../conformance/interface/create-pet.ts';
import { breakages, needMany } from '../../support/verify/breakages.ts';
import { breakRule, check, namesOf, serveAll } from '../../support/verify/broken-server.ts';
import { type Call, createSmallPetstore, type Reply } from '../../support/verify/small-petstore.ts';

const key = 'the-key-of-the-small-implementation';
const groups = allGroups.filter(({ kind }) => kind === 'interface');
const caseNames = groups.flatMap(({ cases }) => cases.map(({ name }) => name));
const rows = breakages(key);

const nameless = { response: (reply: Reply) => (reply.status === 201 ? { body: '{}' } : undefined) };
/** As from December 2030 on: the path of a single animal is none. */
const withoutGetPet = {
  response: (_: Reply, { method, path }: Call) =>
    method === 'GET' && /\/pets\/./.test(path) ? { status: 404, body: '<h1>Not found</h1>' } : undefined,
};
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
  [{}, ...rows.map(([, breakage]) => breakage), nameless, confused, withoutGetPet].map((breakage) =>
    breakRule(createSmallPetstore(key), breakage),
  ),
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
  expect([cleanup.removed, cleanup.leftBehind.length, left?.ids.length]).toEqual([0, 1, created]);
});

test('an implementation without getPet passes from the day of its removal on, and not before', async () => {
  const run = (now: number) => check(server.url, key, { index: rows.length + 3, now: () => now });
  expect(namesOf(await run(Date.UTC(2030, 11, 5)), 'failed')).toEqual([]);
  const before = namesOf(await run(Date.UTC(2030, 11, 5) - 1), 'failed');
  expect(before).toContain('getPet: responds with 200 until 5 December 2030');
  expect(before).toContain('getPet: a request without a key gets 401');
});

test('what has not the name of the run is never removed, even if the server says that the run has created it', async () => {
  const index = rows.length + 2;
  const { cleanup } = await check(server.url, key, { index, groups: [createPet] });
  expect(cleanup).toEqual({ removed: 0, leftBehind: [{ ids: [1n], reason: 'the server did not remove them' }] });
  expect(removals).toEqual([]);
});

test('animals without a readable id are left behind, too', async () => {
  const index = rows.length + 1;
  const { cleanup } = await check(server.url, key, { index, groups: [createPet] });
  expect(cleanup.leftBehind.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^\d+ without an id that can be read$/),
  ]);
});

test.each(rows.map(([what, , fails], index) => [what, fails, index + 1] as const))(
  'if %s, exactly the cases about it fail',
  async (what, fails, index) => {
    const result = await check(server.url, key, { groups, index, mayFill: needMany.test(what) });
    expect(namesOf(result, 'failed')).toEqual(caseNames.filter((name) => fails.test(name)));
  },
);

test('every case of the interface finds something', () => {
  expect(caseNames.filter((name) => !rows.some(([, , fails]) => fails.test(name)))).toEqual([]);
});
