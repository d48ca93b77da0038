import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findIdempotencyRecord } from '../../../src/access/idempotency/sql.ts';
import { createKeyByOperator } from '../../../src/access/keys/rules.ts';
import { findKeys } from '../../../src/access/keys/sql.ts';
import { deriveSecret } from '../../../src/http/auth/derived-secret.ts';
import { describeSecret, makeSecret } from '../../../src/lib/key-format.ts';
import { findRows } from '../../../src/store/rows.ts';
import { tables } from '../../../src/store/tables.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type KeyBody, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** Retries of requests that issue a secret, and what is stored for them. */
let service: TestApp;
let keys: ReturnType<typeof keyCalls>;

const draft = { name: 'once', role: 'reader' };
const once = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });

/** The whole content of the database as text. */
async function dump(): Promise<string> {
  const rows = await Promise.all(tables().map((table) => findRows(service.store.reader, table, undefined, 10_000)));
  return rows.flat(2).join('\n');
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    keys = keyCalls(service);
  });
  afterAll(() => service.close());

  test('a retry gets the same key and the same secret, byte for byte', async () => {
    const first = await keys.create(draft, undefined, once('create-1'));
    const again = await keys.create(draft, undefined, once('create-1'));
    const made = await first.text();
    const { id } = JSON.parse(made) as KeyBody;
    const turned = await keys.rotate(id, {}, undefined, once('rotate-1'));
    const turnedAgain = await keys.rotate(id, {}, undefined, once('rotate-1'));
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();
    for (const replayed of [again, turnedAgain]) {
      expect(replayed.headers.get('Idempotency-Replayed')).toBe('true');
      expect(replayed.headers.get('Cache-Control')).toBe('no-store');
    }
    expect([again.status, again.headers.get('Location')]).toEqual([201, first.headers.get('Location')]);
    expect(await again.text()).toBe(made);
    const rotated = await turned.text();
    expect([turnedAgain.status, await turnedAgain.text()]).toEqual([200, rotated]);
    expect(await keys.opens((JSON.parse(rotated) as KeyBody).secret)).toBe(200);
  });

  test('a retry with another secret of the same key is rejected, and adds nothing', async () => {
    const caller = await keys.make({ role: 'admin' });
    expect((await keys.create(draft, caller.secret, once('other-1'))).status).toBe(201);
    const { secret } = await bodyOf<KeyBody>(await keys.rotate(caller.id));
    const count = (await findKeys(service.store.reader)).length;
    const refused = await refusalOf(await keys.create(draft, secret, once('other-1')));
    expect(refused).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect((await keys.create(draft, caller.secret, once('other-1'))).headers.get('Idempotency-Replayed')).toBe('true');
    expect(await findKeys(service.store.reader)).toHaveLength(count);
  });

  test('a retry by a key that rotates itself gets the new secret during the grace period of the previous one', async () => {
    const caller = await keys.make({ role: 'admin' });
    const first = await keys.rotate(caller.id, { graceSeconds: 60 }, caller.secret, once('self-1'));
    const again = await keys.rotate(caller.id, { graceSeconds: 60 }, caller.secret, once('self-1'));
    const replayed = await again.text();
    expect(replayed).toBe(await first.text());
    expect(await keys.opens((JSON.parse(replayed) as KeyBody).secret)).toBe(200);
  });

  onOneEngine(engine, () => {
    test('a retry leaves no secret in the database or in the log', async () => {
      const made = await bodyOf<KeyBody>(await keys.create(draft, undefined, once('stored-1')));
      const rotated = await bodyOf<KeyBody>(await keys.rotate(made.id, {}, undefined, once('stored-2')));
      const stored = await dump();
      expect(stored).toContain('stored-2');
      expect(stored).toContain(describeSecret(rotated.secret).secretHash);
      for (const { secret } of [made, rotated]) {
        const own = secret.slice('pet_prod_'.length + 4);
        expect([stored.includes(own), service.logged.join('').includes(own)]).toEqual([false, false]);
      }
    });

    test("the database alone does not suffice to derive the new secret, however long the caller's secret is", async () => {
      for (const length of [40, 64, 65, 200]) {
        const caller = `${crypto.randomUUID()}${'x'.repeat(200)}`.slice(0, length);
        const { secretHash, hint } = describeSecret(caller);
        const grants = { name: 'long', grants: 'admin', createdAt: BigInt(service.now), expiresAt: null };
        const { id } = await service.store.write(createKeyByOperator, { ...grants, secretHash, hint });
        const { secret } = await bodyOf<KeyBody>(await keys.create(draft, caller, once('long-1')));
        const record = await findIdempotencyRecord(service.store.reader, id, 'long-1');
        const seal = /"secret":"([^"]+)"\}$/.exec(record?.response.body ?? '')?.[1] ?? '';
        const hash = Buffer.from(secretHash, 'hex');
        const guesses = [
          deriveSecret(seal, secretHash),
          deriveSecret(seal, hash.toString('latin1')),
          Buffer.from(seal, 'base64url'),
        ];
        for (const text of [seal, `petstore secret ${seal}`]) {
          guesses.push(new Bun.CryptoHasher('sha256', hash).update(text).digest());
        }
        expect(makeSecret('production', deriveSecret(seal, caller)).secret).toBe(secret);
        expect(guesses.map((bytes) => makeSecret('production', bytes).secret)).not.toContain(secret);
      }
    });
  });
});
