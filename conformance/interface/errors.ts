import type { Answer } from '../answer.ts';
import { type Case, casesUnder, type Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectInt64, expectJsonType, expectOnlyMembers, expectText } from '../expect.ts';
import { Skipped } from '../mismatch.ts';
import { createPet, getPet, listPets, sendAs } from './authentication.ts';
import { requireBeforeRemoval } from './removal.ts';

/** The conditions under which the interface promises an error. */
const conditions: readonly [what: string, cause: (t: TestContext) => Promise<Answer>][] = [
  ['listPets without a key', (t) => sendAs(t, listPets, [])],
  ['createPet without a key', (t) => sendAs(t, createPet, [])],
  ['createPet with an invalid body', (t) => t.createPet(JSON.stringify({ name: t.name('no category') }))],
  ['getPet without a key', (t) => sendAs(t, getPet, [])],
  [
    'getPet of an unknown animal',
    (t) => {
      requireBeforeRemoval(t);
      return t.get('/pets/9223372036854775807');
    },
  ],
];

const everyError = 'Every error response carries the Error object (code, message, status), all three required.';

function casesOf([what, cause]: (typeof conditions)[number]): Case[] {
  /** @throws Skipped when there is no error: other cases are about that */
  const errorOf = async (t: TestContext) => {
    const answer = await cause(t);
    if (answer.status < 400) throw new Skipped(`${what} gets no error, but ${answer.status}`);
    return answer;
  };
  return [
    ...casesUnder('All endpoints send and accept application/json.', {
      [`${what}: the error is application/json`]: async (t) => expectJsonType(await errorOf(t)),
    }),
    ...casesUnder(everyError, {
      [`${what}: the error has a code, a string`]: async (t) =>
        void expectText('code', (await errorOf(t)).object['code']),
      [`${what}: the error has a message, a string`]: async (t) =>
        void expectText('message', (await errorOf(t)).object['message']),
    }),
    ...casesUnder('status is an integer, equal to the HTTP status code.', {
      [`${what}: the status in the error equals the HTTP status`]: async (t) => {
        const answer = await errorOf(t);
        expectEqual('status', expectInt64('status', answer.object['status']), BigInt(answer.status));
      },
    }),
    ...casesUnder('An Error object has code, message and status.', {
      [`${what}: the error has no other members`]: async (t) =>
        expectOnlyMembers((await errorOf(t)).object, [], ['code', 'message', 'status']),
    }),
  ];
}

export const errors: Group = {
  name: 'errors',
  title: 'Errors',
  kind: 'interface',
  creates: 10,
  cases: conditions.flatMap(casesOf),
};
