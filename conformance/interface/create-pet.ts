import { casesUnder, type Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectEqual, expectJsonType, expectOneOf, expectStatus, expectSuccess, expectThat } from '../expect.ts';
import { animalRules, statuses } from './animal.ts';

const fields = 'The body is a New animal object: name and categoryId are required, status is optional.';
const badBody = '400: the body is missing required fields or contains invalid values.';
const exactly = 'categoryId is an integer with the format int64.';

/** Names that a service changes if it takes characters for bytes, or text for ASCII. */
const names = [
  ['letters of other scripts', 'Μπέλα Мурка 咪咪 קשת'],
  ['characters beyond U+FFFF', '🐕‍🦺 Rex 𝔉'],
  ['combining characters, without normalization', 'Rose\u0301 Ros\u00e9'],
  ['quotation marks, backslashes and slashes', 'the "Duke" \\ of/York'],
  ['markup', '<b>&amp; %20 {{x}}'],
] as const;

const categoryIds = [
  ['the largest int64', '9223372036854775807'],
  ['the smallest int64', '-9223372036854775808'],
  ['2^53 + 1, which a double cannot hold', '9007199254740993'],
  ['0', '0'],
] as const;

const invalidBodies = [
  ['without a name', '{"categoryId":1}'],
  ['without a categoryId', '{"name":"NAME"}'],
  ['without any field', '{}'],
  ['whose name is a number', '{"name":1,"categoryId":1}'],
  ['whose name is null', '{"name":null,"categoryId":1}'],
  ['whose categoryId is a string', '{"name":"NAME","categoryId":"1"}'],
  ['whose categoryId is null', '{"name":"NAME","categoryId":null}'],
  ['whose categoryId is true', '{"name":"NAME","categoryId":true}'],
  ['whose categoryId is a fraction', '{"name":"NAME","categoryId":1.5}'],
  ['whose categoryId is 2^63', '{"name":"NAME","categoryId":9223372036854775808}'],
  ['whose categoryId is -2^63 - 1', '{"name":"NAME","categoryId":-9223372036854775809}'],
  ['whose status is unknown', '{"name":"NAME","categoryId":1,"status":"adopted"}'],
  ['whose status is in upper case', '{"name":"NAME","categoryId":1,"status":"SOLD"}'],
  ['whose status is a number', '{"name":"NAME","categoryId":1,"status":1}'],
  ['that is an array', '[{"name":"NAME","categoryId":1}]'],
  ['that is a string', '"NAME"'],
  ['that is half an object', '{"name":"NAME"'],
  ['that is empty', ''],
] as const;

async function created(t: TestContext, body: Parameters<TestContext['createPet']>[0] = {}) {
  const answer = await t.createPet(body);
  expectSuccess(answer);
  return answer.object;
}

export const createPet: Group = {
  name: 'create-pet',
  title: 'Add an animal',
  kind: 'interface',
  creates: 45,
  cases: [
    ...casesUnder('POST /pets: 201 Animal added.', {
      'createPet: responds with 201': async (t) => expectStatus(await t.createPet(), 201),
    }),
    ...casesUnder('All endpoints send and accept application/json.', {
      'createPet: the response is application/json': async (t) => expectJsonType(await t.createPet()),
    }),
    ...animalRules.flatMap(({ promise, rule, check }) =>
      casesUnder(rule, {
        [`createPet: ${promise}`]: async (t) => check(await created(t, { status: 'pending' })),
      }),
    ),
    ...casesUnder('id is a unique identifier, assigned by the service on creation.', {
      'createPet: two animals have different ids': async (t) => {
        const [one, other] = [await created(t), await created(t)];
        expectThat(one['id'] !== other['id'], 'two different ids', () => `twice ${one['id']}`);
      },
    }),
    ...casesUnder(fields, {
      'createPet: returns the name that was sent': async (t) =>
        expectEqual('name', (await created(t, { name: t.name('Frank') }))['name'], t.name('Frank')),
      'createPet: returns the categoryId that was sent': async (t) =>
        expectEqual('categoryId', (await created(t, { categoryId: 3n }))['categoryId'], 3n),
    }),
    ...statuses.flatMap((status) =>
      casesUnder('Status is set only at creation (optional): available, pending or sold.', {
        [`createPet: an animal can be added as ${status}`]: async (t) =>
          expectEqual('status', (await created(t, { status }))['status'], status),
      }),
    ),
    ...casesUnder(fields, {
      'createPet: status may be omitted': async (t) => {
        const { status } = await created(t);
        if (status !== undefined) expectOneOf('a status that is one of', status, statuses);
      },
    }),
    ...names.flatMap(([what, name]) =>
      casesUnder('name is a string: the animal has the name that was sent.', {
        [`createPet: a name keeps ${what}`]: async (t) =>
          expectEqual('name', (await created(t, { name: t.name(name) }))['name'], t.name(name)),
      }),
    ),
    ...casesUnder('All endpoints accept application/json (RFC 8259, section 7).', {
      'createPet: escapes in JSON mean the characters that they stand for': async (t) => {
        const body = `{"name":"${t.state.prefix} \\u0046ran\\u006b \\ud83d\\udc15","categoryId":1}`;
        expectEqual('name', (await created(t, body))['name'], t.name('Frank 🐕'));
      },
    }),
    ...categoryIds.flatMap(([what, digits]) =>
      casesUnder(exactly, {
        [`createPet: categoryId ${what} is exact to the last digit`]: async (t) => {
          const { categoryId } = await created(t, `{"name":"${t.name('category')}","categoryId":${digits}}`);
          expectEqual('categoryId', categoryId, BigInt(digits));
        },
      }),
    ),
    ...invalidBodies.flatMap(([what, body]) =>
      casesUnder(badBody, {
        [`createPet: a body ${what} gets 400`]: async (t) =>
          expectStatus(await t.createPet(body.replace('NAME', t.name('invalid'))), 400),
      }),
    ),
  ],
};
