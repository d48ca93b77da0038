import type { Case, Group } from '../case.ts';
import { resourceOf, type TestContext } from '../context.ts';
import { expectEqual, expectError, expectMembers, expectStatus, expectText, expectThat } from '../expect.ts';
import { absentAt } from './absence.ts';

const scopeRule = 'A key that lacks the scope of an operation gets 403 insufficient_scope.';

async function createKey(t: TestContext, fields: object) {
  return t.note('keys', await t.post('/keys', { name: t.name('key'), ...fields }));
}

/** A key that can only read animals. */
const reader = (t: TestContext) =>
  t.once('a key that can read animals', async () => resourceOf(await createKey(t, { scopes: ['pets:read'] }), 'a key'));

const as = (t: TestContext, secret: unknown, method: string, path: string, body?: string) =>
  t.send({ method, path, authorization: [`Bearer ${secret}`], headers: [['Content-Type', 'application/json']], body });

const refused: readonly [operation: string, method: string, path: string, body?: string][] = [
  ['createPet', 'POST', '/pets', '{"name":"verify: not permitted","categoryId":1}'],
  ['deletePet', 'DELETE', '/pets/9223372036854775807'],
  ['listOrders', 'GET', '/store/orders'],
  ['listKeys', 'GET', '/keys'],
];

export const keys: Group = {
  name: 'keys',
  title: 'API keys',
  kind: 'extension',
  creates: { animals: 1, keys: 5 },
  absence: absentAt('/keys?limit=1'),
  cases: [
    {
      name: 'createKey: returns the key with its secret, which is accepted',
      rule: 'POST /keys: 201 with the secret, which is shown in this response only.',
      run: async (t) => {
        const key = await reader(t);
        expectMembers(key, { name: t.name('key'), scopes: ['pets:read'], status: 'active' });
        expectStatus(await as(t, expectText('secret', key['secret']), 'GET', '/pets'), 200);
      },
    },
    {
      name: 'getKey: does not show the secret',
      rule: 'The secret is shown only once.',
      run: async (t) => {
        const answer = await t.get(`/keys/${(await reader(t)).id}`);
        expectStatus(answer, 200);
        expectThat(!answer.text.includes('"secret"'), 'no member secret', () => 'a secret');
      },
    },
    {
      name: 'getOwnKey: any key can read itself',
      rule: 'GET /keys/self returns the key that the request was made with.',
      run: async (t) => {
        const { id, secret } = await reader(t);
        expectEqual('id', (await as(t, secret, 'GET', '/keys/self')).object['id'], id);
      },
    },
    ...refused.map(
      ([operation, method, path, body]): Case => ({
        name: `${operation}: a key that can only read animals gets 403`,
        rule: scopeRule,
        run: async (t) => {
          const answer = await as(t, (await reader(t))['secret'], method, path, body);
          expectError(operation === 'createPet' ? t.note('animals', answer) : answer, 403, 'insufficient_scope');
        },
      }),
    ),
    {
      name: 'createKey: no key can create one with more permissions than its own',
      rule: 'A key cannot have a scope that the key of its creator lacks.',
      run: async (t) => {
        const creator = resourceOf(await createKey(t, { scopes: ['keys:admin'] }), 'a key');
        const body = JSON.stringify({ name: t.name('more'), scopes: ['pets:write'] });
        expectError(t.note('keys', await as(t, creator['secret'], 'POST', '/keys', body)), 403, 'insufficient_scope');
      },
    },
    {
      name: 'rotateKey: without a grace period only the new secret is accepted',
      rule: 'POST /keys/{keyId}/rotate gives a key a new secret; graceSeconds 0 ends the previous one at once.',
      run: async (t) => {
        const { id, secret } = resourceOf(await createKey(t, { scopes: ['pets:read'] }), 'a key');
        const next = (await t.post(`/keys/${id}/rotate`, { graceSeconds: 0 })).object['secret'];
        expectStatus(await as(t, expectText('secret', next), 'GET', '/pets'), 200);
        expectError(await as(t, secret, 'GET', '/pets'), 401, 'invalid_api_key');
      },
    },
    {
      name: 'revokeKey: a revoked key is rejected',
      rule: 'DELETE /keys/{keyId} ends a key permanently: 204. It stays in the list.',
      run: async (t) => {
        const { id, secret } = resourceOf(await createKey(t, { scopes: ['pets:read'] }), 'a key');
        expectStatus(await t.delete(`/keys/${id}`), 204);
        expectError(await as(t, secret, 'GET', '/pets'), 401, 'invalid_api_key');
        expectEqual('status', (await t.get(`/keys/${id}`)).object['status'], 'revoked');
      },
    },
    {
      name: 'createKey: a key needs either a role or scopes',
      rule: 'A key has either a role or scopes.',
      run: async (t) => {
        for (const fields of [{}, { role: 'reader', scopes: ['pets:read'] }, { scopes: ['pets:fly'] }]) {
          expectError(await createKey(t, fields), 400, 'validation_failed');
        }
      },
    },
    {
      name: 'getKey: an unknown key gets 404',
      rule: 'There is no API key with this id: 404 key_not_found.',
      run: async (t) => expectError(await t.get('/keys/9223372036854775807'), 404, 'key_not_found'),
    },
  ],
};
