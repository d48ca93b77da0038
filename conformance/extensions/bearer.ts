import type { Case, Group } from '../case.ts';
import type { TestContext } from '../context.ts';
import { expectError, expectHeader, expectStatus } from '../expect.ts';
import { Skipped } from '../mismatch.ts';

const rfc6750 = 'A 401 has WWW-Authenticate: Bearer, with error="invalid_token" for a bad token (RFC 6750, section 3).';
const first = 'Authentication is checked before everything else.';

const as = (t: TestContext, authorization: readonly string[], path = '/pets', method = 'GET') =>
  t.send({ method, path, authorization });

const beforeOthers: readonly [what: string, method: string, path: string][] = [
  ['an unknown path', 'GET', '/verify-no-such-path'],
  ['a method that is not allowed', 'PUT', '/pets'],
  ['an invalid query', 'GET', '/pets?limit=0'],
  ['an unknown animal', 'GET', '/pets/9223372036854775807'],
];

function withKey(t: TestContext, kind: 'staging' | 'readOnly', flag: string): string {
  const key = t.state.keys[kind];
  if (key === undefined) throw new Skipped(`needs ${flag}`);
  return `Bearer ${key}`;
}

export const bearer: Group = {
  name: 'bearer',
  title: 'Bearer authentication in detail',
  kind: 'extension',
  creates: { animals: 1 },
  absence: async (t) =>
    (await as(t, [])).header('WWW-Authenticate') === undefined ? 'a 401 has no WWW-Authenticate' : undefined,
  cases: [
    {
      name: 'bearer: without a key the code is missing_api_key',
      rule: 'A request without an API key has the code missing_api_key.',
      run: async (t) => expectError(await as(t, []), 401, 'missing_api_key'),
    },
    {
      name: 'bearer: for an unknown key the code is invalid_api_key',
      rule: 'An unknown, malformed, expired or revoked API key has the code invalid_api_key.',
      run: async (t) => expectError(await as(t, ['Bearer nobody-has-this-key']), 401, 'invalid_api_key'),
    },
    {
      name: 'bearer: without a key the challenge has no error',
      rule: rfc6750,
      run: async (t) => expectHeader(await as(t, []), 'WWW-Authenticate', /^Bearer realm="[^"]*"$/),
    },
    {
      name: 'bearer: for an unknown key the challenge has error="invalid_token"',
      rule: rfc6750,
      run: async (t) => {
        const answer = await as(t, ['Bearer nobody-has-this-key']);
        expectHeader(answer, 'WWW-Authenticate', /^Bearer realm="[^"]*", error="invalid_token"$/);
      },
    },
    {
      name: 'bearer: the scheme may be in any case',
      rule: 'The scheme is compared without regard to case (RFC 9110, section 11.1).',
      run: async (t) => {
        for (const scheme of ['bearer', 'BEARER']) expectStatus(await as(t, [`${scheme} ${t.state.mainKey}`]), 200);
      },
    },
    {
      name: 'bearer: a repeated Authorization header gets 401',
      rule: 'A malformed or repeated Authorization header is 401.',
      run: async (t) => {
        const value = `Bearer ${t.state.mainKey}`;
        expectStatus(await as(t, [value, value]), 401);
      },
    },
    {
      name: 'bearer: two keys in one header get 401',
      rule: 'A malformed or repeated Authorization header is 401.',
      run: async (t) => expectStatus(await as(t, [`Bearer ${t.state.mainKey}, Bearer ${t.state.mainKey}`]), 401),
    },
    ...beforeOthers.map(
      ([what, method, path]): Case => ({
        name: `bearer: without a key ${what} gets 401`,
        rule: first,
        run: async (t) => expectStatus(await as(t, [], path, method), 401),
      }),
    ),
    {
      name: 'bearer: a key of the other environment gets 401',
      rule: 'Production and staging have their own keys; each is valid in its own environment only.',
      run: async (t) => expectError(await as(t, [withKey(t, 'staging', '--staging-key')]), 401, 'invalid_api_key'),
    },
    {
      name: 'bearer: a read-only key can list animals',
      rule: 'A key with the scope pets:read reads animals.',
      run: async (t) => expectStatus(await as(t, [withKey(t, 'readOnly', '--read-only-key')]), 200),
    },
    {
      name: 'bearer: a read-only key cannot add an animal',
      rule: 'A key without the scope of an operation gets 403 insufficient_scope, with the scope in WWW-Authenticate.',
      run: async (t) => {
        const authorization = [withKey(t, 'readOnly', '--read-only-key')];
        const body = JSON.stringify({ name: t.name('read-only'), categoryId: 1 });
        const headers = [['Content-Type', 'application/json']] as const;
        const answer = t.note('animals', await t.send({ method: 'POST', path: '/pets', headers, body, authorization }));
        expectError(answer, 403, 'insufficient_scope');
        expectHeader(answer, 'WWW-Authenticate', /error="insufficient_scope", scope="pets:write"/);
      },
    },
  ],
};
