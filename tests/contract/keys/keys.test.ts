import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKeyByOperator } from '../../../src/catalogue/keys/rules.ts';
import { scopesOf } from '../../../src/catalogue/keys/scopes.ts';
import { findKeyByHash } from '../../../src/catalogue/keys/sql.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, revocationDelayMs } from '../../support/engines.ts';

let service: TestApp;

const list = (secret: string) => service.fetch('/v1/pets', { headers: { Authorization: `Bearer ${secret}` } });

async function issue() {
  const issued = issueSecret('production');
  const { secretHash, hint } = issued;
  const createdAt = BigInt(service.now);
  const draft = { name: 't', grants: 'reader', hint, secretHash, createdAt, expiresAt: null };
  const key = await service.store.write(createKeyByOperator, draft);
  return { ...issued, id: key.id };
}

async function refusal(secret: string): Promise<string> {
  const response = await list(secret);
  const { code, message } = (await response.json()) as { code: string; message: string };
  expect([response.status, code]).toEqual([401, 'invalid_api_key']);
  return message;
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
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

  test("an operator's secret that was rejected before is accepted, on PostgreSQL after half a second", async () => {
    const { secret, secretHash, hint } = issueSecret('production');
    for (let attempt = 0; attempt < 3; attempt++) expect(await refusal(secret)).toBe('Unknown API key.');
    const key = { name: 't', grants: 'reader', hint, secretHash, createdAt: BigInt(service.now), expiresAt: null };
    await service.store.write(createKeyByOperator, key);
    service.now += revocationDelayMs(engine);
    expect((await list(secret)).status).toBe(200);
  });

  test('a malformed key and a key of the other environment have different messages', async () => {
    const { secret } = await issue();
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

  test('shows the operator the last use of a key and its deprecated calls', async () => {
    const { secret, secretHash, id } = await issue();
    await list(secret);
    for (let call = 0; call < 3; call++) {
      await service.fetch('/v1/pets/1', { headers: { Authorization: `Bearer ${secret}` } });
    }
    await service.app.storeKeyUses();
    await service.fetch('/v1/pets/1', { headers: { Authorization: `Bearer ${secret}` } });
    await service.app.storeKeyUses();
    const shown = await (await service.fetch(`/v1/keys/${id}`)).json();
    const lastUsedAt = new Date(service.now).toISOString();
    expect(shown).toMatchObject({ deprecatedUses: [{ operation: 'getPet', count: 4, lastUsedAt }] });
    expect((await findKeyByHash(service.store.reader, secretHash))?.lastUsedAt).toBe(BigInt(service.now));
  });
});
