import type { Case, Group } from '../case.ts';
import { expectEqual, expectError, expectHeader, expectMembers, expectStatus, expectThat } from '../expect.ts';
import { absentWithoutCode } from './absence.ts';

const petIdRule = 'A petId that is no canonical int64 names no animal: 404 pet_not_found, never 400 or 500.';
const pathRule = 'An unknown path is 404 not_found.';
const allowRule = 'A method that a path does not support is 405 method_not_allowed, with Allow.';
const headRule = 'HEAD has the headers of GET, and no body (RFC 9110, section 9.3.2).';

export const protocol: Group = {
  name: 'protocol',
  title: 'Paths, methods and request ids',
  kind: 'extension',
  creates: { animals: 2 },
  absence: absentWithoutCode('not_found', '/verify-no-such-path'),
  cases: [
    ...['abc', '01', '+1', '-0', '1.0', '1e0', '9223372036854775808', '%20'].map(
      (id): Case => ({
        name: `getPet: the id ${id} gets 404 pet_not_found`,
        rule: petIdRule,
        run: async (t) => expectError(await t.get(`/pets/${id}`), 404, 'pet_not_found'),
      }),
    ),
    {
      name: 'getPet: an unknown animal has the code pet_not_found',
      rule: 'There is no animal with this id: 404 pet_not_found.',
      run: async (t) => expectError(await t.get('/pets/9223372036854775807'), 404, 'pet_not_found'),
    },
    ...['/verify-no-such-path', '/pets/', '/Pets', '//pets', '/pets/1/2'].map(
      (path): Case => ({
        name: `protocol: the path ${path} gets 404 not_found`,
        rule: pathRule,
        run: async (t) => expectError(await t.get(path), 404, 'not_found'),
      }),
    ),
    ...['PUT', 'PATCH', 'DELETE'].map(
      (method): Case => ({
        name: `protocol: ${method} /pets gets 405 and Allow`,
        rule: allowRule,
        run: async (t) => {
          const answer = await t.send({ method, path: '/pets' });
          expectError(answer, 405, 'method_not_allowed');
          expectHeader(answer, 'Allow', /\bGET\b.*\bPOST\b/);
        },
      }),
    ),
    {
      name: 'protocol: OPTIONS lists the methods of a path',
      rule: 'OPTIONS is 204 with Allow (RFC 9110, section 9.3.7).',
      run: async (t) => {
        const answer = await t.send({ method: 'OPTIONS', path: '/pets' });
        expectStatus(answer, 204);
        expectHeader(answer, 'Allow', /\bGET\b.*\bHEAD\b.*\bPOST\b/);
      },
    },
    {
      name: 'protocol: HEAD has the headers of GET and no body',
      rule: headRule,
      run: async (t) => {
        const { id } = await t.sharedPet();
        const [get, head] = [await t.get(`/pets?id=${id}`), await t.send({ method: 'HEAD', path: `/pets?id=${id}` })];
        expectStatus(head, 200);
        for (const name of ['Content-Type', 'Content-Length', 'ETag']) {
          expectEqual(name, head.header(name), get.header(name));
        }
        expectEqual('bytes of the body', head.body.length + head.surplusBytes, 0);
      },
    },
    {
      name: 'protocol: every response has an X-Request-Id of its own',
      rule: 'Every response carries X-Request-Id.',
      run: async (t) => {
        const answers = [await t.get('/pets'), await t.get('/pets'), await t.get('/verify-no-such-path')];
        for (const answer of answers) expectHeader(answer, 'X-Request-Id', /^\S+$/);
        const ids = new Set(answers.map((answer) => answer.header('X-Request-Id')));
        expectEqual('different request ids:', ids.size, answers.length);
      },
    },
    {
      name: "protocol: a client's own X-Request-Id is returned",
      rule: 'The request id of a client is used if it is well-formed.',
      run: async (t) => {
        const own = `${t.state.prefix}.1`;
        expectHeader(await t.get('/pets', { 'X-Request-Id': own }), 'X-Request-Id', own);
      },
    },
    {
      name: 'protocol: a target of more than 8 KiB gets 414',
      rule: 'Path and query together are at most 8 KiB: 414 uri_too_long.',
      run: async (t) => expectError(await t.get(`/pets?${'x'.repeat(8_192)}`), 414, 'uri_too_long'),
    },
    {
      name: 'protocol: other media types in Accept get JSON',
      rule: 'Accept is not enforced.',
      run: async (t) => {
        const answer = await t.get('/pets?limit=1', { Accept: 'text/html' });
        expectStatus(answer, 200);
        expectThat(Array.isArray(answer.json), 'a JSON array', () => answer.text.slice(0, 80));
      },
    },
    {
      name: 'protocol: an error in JSON names its own status',
      rule: 'status equals the HTTP status of the response.',
      run: async (t) => {
        for (const path of ['/verify-no-such-path', `/pets?${'x'.repeat(8_192)}`, '/pets?limit=0']) {
          const answer = await t.get(path);
          expectMembers(answer.object, { status: BigInt(answer.status) });
        }
      },
    },
  ],
};
