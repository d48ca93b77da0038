import type { Answer } from '../answer.ts';
import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectInt64, expectJsonType, expectOnlyMembers, expectText } from '../expect.ts';
import { Skipped } from '../mismatch.ts';

/** The conditions under which the interface promises an error. */
const conditions: readonly [what: string, cause: (t: TestContext) => Promise<Answer>][] = [
  ['listPets without a key', (t) => t.send({ method: 'GET', path: '/pets', authorization: [] })],
  ['createPet without a key', (t) => createWithoutKey(t)],
  ['createPet with an invalid body', (t) => t.createPet(JSON.stringify({ name: t.name('no category') }))],
  ['getPet without a key', (t) => t.send({ method: 'GET', path: '/pets/1', authorization: [] })],
  ['getPet of an unknown animal', (t) => t.get('/pets/9223372036854775807')],
];

async function createWithoutKey(t: TestContext): Promise<Answer> {
  const headers = [['Content-Type', 'application/json']] as const;
  const body = JSON.stringify({ name: t.name('not authorized'), categoryId: 1 });
  return t.note(await t.send({ method: 'POST', path: '/pets', headers, body, authorization: [] }));
}

const everyError = 'Every error response carries the Error object (code, message, status), all three required.';

/** The body of the error. @throws Skipped when there is none: other cases are about that */
async function errorOf(t: TestContext, what: string, cause: (typeof conditions)[number][1]): Promise<Answer> {
  const answer = await cause(t);
  if (answer.status < 400) throw new Skipped(`${what} gets no error, but ${answer.status}`);
  return answer;
}

function casesOf([what, cause]: (typeof conditions)[number]): Case[] {
  return [
    {
      name: `${what}: the error is application/json`,
      rule: 'All endpoints send and accept application/json.',
      run: async (t) => expectJsonType(await errorOf(t, what, cause)),
    },
    {
      name: `${what}: the error has a code, a string`,
      rule: everyError,
      run: async (t) => void expectText('code', (await errorOf(t, what, cause)).object['code']),
    },
    {
      name: `${what}: the error has a message, a string`,
      rule: everyError,
      run: async (t) => void expectText('message', (await errorOf(t, what, cause)).object['message']),
    },
    {
      name: `${what}: the status in the error equals the HTTP status`,
      rule: 'status is an integer, equal to the HTTP status code.',
      run: async (t) => {
        const answer = await errorOf(t, what, cause);
        expectEqual('status', expectInt64('status', answer.object['status']), BigInt(answer.status));
      },
    },
    {
      name: `${what}: the error has no other members`,
      rule: 'An Error object has code, message and status.',
      run: async (t) => expectOnlyMembers((await errorOf(t, what, cause)).object, [], ['code', 'message', 'status']),
    },
  ];
}

export const errors: Group = {
  name: 'errors',
  title: 'Errors',
  kind: 'interface',
  creates: 10,
  cases: conditions.flatMap(casesOf),
};
