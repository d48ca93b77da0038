import { isObject } from '../answer.ts';
import type { Group } from '../case.ts';
import {
  expectEqual,
  expectHeader,
  expectJsonType,
  expectMembers,
  expectStatus,
  expectText,
  expectThat,
} from '../expect.ts';
import { absentWithoutHeader } from './absence.ts';

const prefer = { Prefer: 'int64=string' };
const stringRule =
  'With Prefer: int64=string all int64 members are strings of digits, and may be strings in requests (RFC 7240).';

export const integerStrings: Group = {
  name: 'integer-strings',
  title: 'Integers as strings',
  kind: 'extension',
  creates: { animals: 3 },
  absence: absentWithoutHeader('Preference-Applied', '/pets?limit=1', prefer),
  cases: [
    {
      name: 'integer-strings: a list has ids and categories as strings of digits',
      rule: stringRule,
      run: async (t) => {
        const pet = await t.sharedPet();
        const answer = await t.get(`/pets?id=${pet.id}`, prefer);
        expectHeader(answer, 'Preference-Applied', /int64=string/);
        const expected = { ...pet, id: String(pet.id), categoryId: String(pet['categoryId']) };
        expectEqual('the list', answer.array, [expected]);
      },
    },
    {
      name: 'integer-strings: a new animal may have its categoryId as a string',
      rule: stringRule,
      run: async (t) => {
        const digits = '-9223372036854775808';
        const answer = await t.createPet({ categoryId: digits }, prefer);
        expectStatus(answer, 201);
        const { id, categoryId } = answer.object;
        expectThat(typeof id === 'string', 'id as a string', () => typeof id);
        expectEqual('categoryId', categoryId, digits);
      },
    },
    {
      name: 'integer-strings: status in an error stays a number',
      rule: 'Only int64 members are strings; status has 32 bits.',
      run: async (t) => {
        expectMembers((await t.get('/pets/9223372036854775807', prefer)).object, { status: 404n });
      },
    },
    {
      name: 'integer-strings: without the preference a string is refused',
      rule: 'Nothing changes for other clients.',
      run: async (t) => expectStatus(await t.createPet({ categoryId: '1' }), 400),
    },
  ],
};

const problemType = 'application/problem+json';
const accept = { Accept: problemType };
const problemRule = 'With Accept: application/problem+json errors are problem details (RFC 9457).';

export const problems: Group = {
  name: 'problems',
  title: 'Problem details',
  kind: 'extension',
  creates: {},
  absence: async (t) => {
    const answer = await t.get('/pets/9223372036854775807', accept);
    const isProblem = answer.header('Content-Type')?.startsWith(problemType);
    return isProblem ? undefined : 'an error is not application/problem+json for a client that accepts it';
  },
  cases: [
    {
      name: 'problems: an error has type, title, status, detail and code',
      rule: problemRule,
      run: async (t) => {
        const answer = await t.get('/pets/9223372036854775807', accept);
        expectStatus(answer, 404);
        expectJsonType(answer, problemType);
        expectMembers(answer.object, { status: 404n, code: 'pet_not_found' });
        for (const member of ['type', 'title', 'detail']) expectText(member, answer.object[member]);
      },
    },
    {
      name: 'problems: each wrong field has a pointer and a detail',
      rule: 'errors has one entry for each invalid field; its pointer names the field.',
      run: async (t) => {
        const headers = { ...accept, 'Content-Type': 'application/json' };
        const answer = await t.createPet('{"status":"adopted"}', headers);
        const { errors } = answer.object;
        const entries = Array.isArray(errors) ? errors.filter(isObject) : [];
        const pointers = entries.map(({ pointer }) => String(pointer)).sort();
        expectEqual('pointers', pointers, ['#/categoryId', '#/name', '#/status']);
        for (const { detail } of entries) expectText('detail', detail);
      },
    },
    {
      name: 'problems: a wrong parameter has a pointer with a question mark',
      rule: 'The pointer of a parameter is ? and its name.',
      run: async (t) => {
        const { errors } = (await t.get('/pets?limit=0', accept)).object;
        const pointers = Array.isArray(errors) ? errors.filter(isObject).map(({ pointer }) => pointer) : [];
        expectEqual('pointers', pointers, ['?limit']);
      },
    },
    {
      name: 'problems: a client that does not accept them gets the Error object',
      rule: 'Without it, every error is an object with code, message and status.',
      run: async (t) => expectJsonType(await t.get('/pets/9223372036854775807')),
    },
  ],
};

export const document: Group = {
  name: 'document',
  title: 'OpenAPI document and probes',
  kind: 'extension',
  creates: {},
  absence: async (t) => {
    const { status } = await t.send({
      method: 'GET',
      path: '/openapi.json',
      isOutsideVersion: true,
      authorization: [],
    });
    return status === 200 ? undefined : `GET /openapi.json responds with ${status}`;
  },
  cases: [
    {
      name: 'document: /openapi.json is an OpenAPI 3 document of the three operations',
      rule: '/openapi.json describes every operation, and needs no key.',
      run: async (t) => {
        const answer = await t.send({
          method: 'GET',
          path: '/openapi.json',
          isOutsideVersion: true,
          authorization: [],
        });
        expectStatus(answer, 200);
        const { openapi, paths } = answer.object;
        expectThat(String(openapi).startsWith('3.'), 'openapi 3', () => String(openapi));
        const operationAt = (path: string, method: string) => {
          const methods = isObject(paths) ? paths[path] : undefined;
          const operation = isObject(methods) ? methods[method] : undefined;
          return isObject(operation) ? operation : {};
        };
        expectMembers(operationAt('/pets', 'get'), { operationId: 'listPets' });
        expectMembers(operationAt('/pets', 'post'), { operationId: 'createPet' });
        expectMembers(operationAt('/pets/{petId}', 'get'), { operationId: 'getPet', deprecated: true });
      },
    },
    {
      name: 'document: /livez and /readyz respond with 200 without a key',
      rule: '/livez and /readyz tell whether the service runs and is ready.',
      run: async (t) => {
        for (const path of ['/livez', '/readyz']) {
          expectStatus(await t.send({ method: 'GET', path, isOutsideVersion: true, authorization: [] }), 200);
        }
      },
    },
  ],
};
