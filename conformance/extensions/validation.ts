import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectError, expectMessage, expectStatus, expectThat } from '../expect.ts';
import { pathBelow } from '../http/base-address.ts';

const jsonRule =
  'Malformed JSON, repeated members, invalid UTF-8, lone surrogates, or a value that is no object: 400 invalid_json.';
const fieldRule = 'Missing, unknown or invalid fields: 400 validation_failed.';
const nameRule = 'name has 1 to 255 code points, one of them visible, and no control characters.';
const integerRule = 'categoryId is any int64; 1.0 and 1e2 are integers.';

const invalidJson: readonly [what: string, body: string][] = [
  ['half an object', '{"name":"NAME"'],
  ['two values', '{} {}'],
  ['an array', '[]'],
  ['null', 'null'],
  ['nothing', ''],
  ['a comment', '{"name":"NAME","categoryId":1} // no'],
  ['a trailing comma', '{"name":"NAME","categoryId":1,}'],
  ['a repeated member', '{"name":"NAME","name":"NAME","categoryId":1}'],
  ['a repeated member, once escaped', '{"name":"NAME","n\\u0061me":"NAME","categoryId":1}'],
  ['a lone surrogate', '{"name":"\\ud800","categoryId":1}'],
  ['a byte-order mark', '\ufeff{"name":"NAME","categoryId":1}'],
  ['a number with a leading zero', '{"name":"NAME","categoryId":01}'],
  ['nesting beyond 32 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
];

const invalidFields: readonly [what: string, body: string, rule: string][] = [
  ['an id', '{"id":1,"name":"NAME","categoryId":1}', 'id is never sent on creation: 400 validation_failed.'],
  ['an unknown member', '{"name":"NAME","categoryId":1,"colour":"red"}', fieldRule],
  ['status null', '{"name":"NAME","categoryId":1,"status":null}', 'status null is 400.'],
  ['an empty name', '{"name":"","categoryId":1}', nameRule],
  ['a name of blanks', '{"name":"  \\u00a0 ","categoryId":1}', nameRule],
  ['a name of invisible characters', '{"name":"\\u200b\\u2060","categoryId":1}', nameRule],
  ['a name with a line break', '{"name":"a\\nb","categoryId":1}', nameRule],
  ['a name of 256 characters', '{"name":"NAME256","categoryId":1}', nameRule],
];

/** The body with names by which an animal that is created all the same can be recognized. */
function named(t: TestContext, body: string): string {
  return body.replace('NAME256', t.name('').padEnd(256, 'x')).replaceAll('NAME', t.name('invalid'));
}

/** How an integer may be written, with its value. */
const integers: readonly [digits: string, value: bigint][] = [
  ['1.0', 1n],
  ['1e2', 100n],
  ['-0', 0n],
  ['9223372036854775807.000', 2n ** 63n - 1n],
];

async function expectCreated(t: TestContext, body: string) {
  const answer = await t.createPet(body);
  expectStatus(answer, 201);
  return answer.object;
}

export const validation: Group = {
  name: 'validation',
  title: 'Bodies in detail',
  kind: 'extension',
  creates: { animals: 36 },
  absence: async (t) => {
    const { status, object } = await t.createPet('{');
    return object['code'] === 'invalid_json' ? undefined : `malformed JSON gets ${status}, not the code invalid_json`;
  },
  cases: [
    ...invalidJson.map(
      ([what, body]): Case => ({
        name: `createPet: ${what} gets 400 invalid_json`,
        rule: jsonRule,
        run: async (t) => expectError(await t.createPet(named(t, body)), 400, 'invalid_json'),
      }),
    ),
    {
      name: 'createPet: bytes that are not UTF-8 get 400 invalid_json',
      rule: jsonRule,
      run: async (t) => {
        const body = Buffer.from('{"name":"\xff","categoryId":1}', 'latin1');
        const headers = [['Content-Type', 'application/json']] as const;
        expectError(
          t.note('animals', await t.send({ method: 'POST', path: '/pets', headers, body })),
          400,
          'invalid_json',
        );
      },
    },
    ...invalidFields.map(
      ([what, body, rule]): Case => ({
        name: `createPet: ${what} gets 400 validation_failed`,
        rule,
        run: async (t) => expectError(await t.createPet(named(t, body)), 400, 'validation_failed'),
      }),
    ),
    {
      name: 'createPet: the message names every wrong field',
      rule: 'All faults are in one message, each naming its field.',
      run: async (t) => {
        const answer = await t.createPet('{"name":"","status":"adopted","colour":"red"}');
        expectMessage(answer, 'name', 'categoryId', 'status', 'colour');
      },
    },
    {
      name: 'createPet: a rejected animal is not in the list',
      rule: 'After a 4xx nothing was changed.',
      run: async (t) => {
        const categoryId = t.state.categoryId + 5n;
        await t.createPet(`{"name":"${t.name('rejected')}","categoryId":${categoryId},"status":"adopted"}`);
        const answer = await t.get(`/pets?categoryId=${categoryId}`);
        expectStatus(answer, 200);
        expectEqual('the list', answer.array, []);
      },
    },
    ...integers.map(
      ([digits, value]): Case => ({
        name: `createPet: categoryId ${digits} is the integer ${value}`,
        rule: integerRule,
        run: async (t) => {
          const { categoryId } = await expectCreated(t, `{"name":"${t.name('integer')}","categoryId":${digits}}`);
          expectEqual('categoryId', categoryId, value);
        },
      }),
    ),
    {
      name: 'createPet: a name of 255 characters beyond U+FFFF is accepted',
      rule: nameRule,
      run: async (t) => {
        const { prefix } = t.state;
        const name = prefix + '🐕'.repeat(255 - prefix.length);
        expectEqual('name', (await expectCreated(t, JSON.stringify({ name, categoryId: 1 })))['name'], name);
      },
    },
    {
      name: 'createPet: without a status an animal is available',
      rule: 'The default status is available, stored and always returned.',
      run: async (t) => expectEqual('status', (await t.pet())['status'], 'available'),
    },
    {
      name: 'createPet: Location is the address of the animal',
      rule: 'A 201 has Location (RFC 9110, section 10.2.2), until getPet is removed.',
      run: async (t) => {
        const answer = await t.createPet();
        const location = answer.header('Location') ?? 'no Location';
        const path = `/pets/${answer.object['id']}`;
        expectThat(pathBelow(t.state.base, location) === path, `Location: ${t.state.base.href}${path}`, () => location);
      },
    },
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/json; charset=utf-16'].map(
      (type): Case => ({
        name: `createPet: a body of ${type} gets 415`,
        rule: 'A POST without application/json in UTF-8: 415 unsupported_media_type.',
        run: async (t) => expectError(await t.createPet({}, { 'Content-Type': type }), 415, 'unsupported_media_type'),
      }),
    ),
    {
      name: 'createPet: a body without a media type gets 415',
      rule: 'A POST without application/json in UTF-8: 415 unsupported_media_type.',
      run: async (t) => {
        const body = JSON.stringify({ name: t.name('untyped'), categoryId: 1 });
        const answer = t.note('animals', await t.send({ method: 'POST', path: '/pets', body }));
        expectError(answer, 415, 'unsupported_media_type');
      },
    },
    {
      name: 'createPet: the media type may be in any case and name UTF-8',
      rule: 'Media types are compared without regard to case (RFC 9110, section 8.3.1).',
      run: async (t) => expectStatus(await t.createPet({}, { 'Content-Type': 'Application/JSON; charset=UTF-8' }), 201),
    },
    {
      name: 'createPet: a body of more than 64 KiB gets 413',
      rule: 'A body is at most 64 KiB: 413 payload_too_large.',
      run: async (t) => expectError(await t.createPet({ name: t.name('x'.repeat(65_536)) }), 413, 'payload_too_large'),
    },
    {
      name: 'createPet: a body of exactly 64 KiB is read',
      rule: 'A body is at most 64 KiB: 413 payload_too_large.',
      run: async (t) => {
        const body = JSON.stringify({ name: t.name('padded'), categoryId: 1 });
        expectStatus(await t.createPet(body.padEnd(65_536, ' ')), 201);
      },
    },
  ],
};
