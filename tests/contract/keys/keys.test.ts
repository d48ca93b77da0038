import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createKeyByOperator } from '../../../src/catalogue/keys/rules.ts';
import { scopesOf } from '../../../src/catalogue/keys/scopes.ts';
import { findKeyByHash } from '../../../src/catalogue/keys/sql.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let service: TestApp;

const list = (secret: string) => service.fetch('/v1/pets', { headers: { Authorization: `Bearer ${secret}` } });

async function issue() {
  const issued = issueSecret('production');
  const { secretHash, hint } = issued;
  const createdAt = BigInt(service.now);
  const draft = { name: 't', grants: 'reader', hint, secretHash, createdAt, expiresAt: null };
  await service.store.write(createKeyByOperator, draft);
  return issued;
}

async function refusal(secret: string): Promise<string> {
  const response = await list(secret);
  const { code, message } = (await response.json()) as { code: string; message: string };
  expect([response.status, code]).toEqual([401, 'invalid_api_key']);
  return message;
}

beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.close());

test('the authentication scheme is case-insensitive, and a key that is sent twice is refused', async () => {
  const { secret } = await issue();
  expect((await service.fetch('/v1/pets', { headers: { Authorization: `bEARER ${secret}` } })).status).toBe(200);
  await refusal(`${secret}, Bearer ${secret}`);
});

test('a role grants exactly its scopes', async () => {
  const { secret } = await issue();
  const response = await service.post('/v1/pets', '{}', { Authorization: `Bearer ${secret}` });
  expect(await response.json()).toMatchObject({ code: 'insufficient_scope', status: 403 });
  expect([...scopesOf('editor')]).toContain('pets:write');
  expect([...scopesOf('pets:read not-a-scope')]).toEqual(['pets:read']);
});

test('an unknown key, a malformed one and one of the other environment have different messages', async () => {
  const { secret } = await issue();
  expect(await refusal(issueSecret('production').secret)).toBe('Unknown API key.');
  const other = secret.at(-1) === 'x' ? 'y' : 'x';
  expect(await refusal(secret.slice(0, -1) + other)).toBe('Malformed API key: checksum mismatch.');
  expect(await refusal(issueSecret('staging').secret)).toBe(
    'This is a staging key. This service accepts production keys only.',
  );
});

test('only the hash of a secret is stored', async () => {
  const { secret, secretHash } = await issue();
  const key = await findKeyByHash(service.store.reader, secretHash);
  const stored = JSON.stringify(key, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(stored).not.toContain(secret.slice(-26));
  expect(service.logged.join('')).not.toContain(secret);
});
