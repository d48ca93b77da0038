import { describe, expect, test } from 'bun:test';
import {
  createFirstKey,
  createKeyByOperator,
  presetKey,
  recordKeyUses,
  rotateKeyByOperator,
} from '../../src/access/keys/rules.ts';
import { findDeprecatedUses, findKey } from '../../src/access/keys/sql.ts';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets, findPet } from '../../src/animals/pets/sql.ts';
import { insertIfAbsent } from '../../src/record/settings/stored-rules.ts';
import { findSetting } from '../../src/store/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { caller, petDraft } from '../support/http/caller.ts';
import { dyingWriter, failHalfWay } from '../support/process/dying-writer.ts';
import { storeForAll } from '../support/store-hooks.ts';

/** Guarantees of every engine to its callers. */
let database: ScratchDatabase;
let store: Store;

const inThread = { writerScript: dyingWriter, connections: 6 };
/** The engines, and SQLite as commands use it. */
const kinds = [
  ...engines.map((engine) => ({ name: engine.name, engine, options: inThread })),
  ...engines
    .filter((engine) => engine === sqlite)
    .map((engine) => ({ name: `${engine.name} without a writer thread`, engine, options: { writesInline: true } })),
];

/** Waits for the next turn of the event loop, which sees what others have committed. */
const nextTurn = () => Bun.sleep(1);

const count = async () => await countPets(store.reader, {});
const addPet = async (name: string) =>
  Number(JSON.parse((await store.write(createPet.command, petDraft(name))).body).id);
const keyWith = (secretHash: string) => ({
  name: 'n',
  grants: 'admin',
  hint: 'h',
  secretHash,
  createdAt: 0n,
  expiresAt: null,
});

describe.each(kinds)('on $name', ({ engine, options }) => {
  storeForAll(engine, (opened) => ({ database, store } = opened), options);

  describe('a write', () => {
    test('is visible as soon as it is acknowledged, even in a turn that has read before', async () => {
      for (let round = 0; round < 20; round++) {
        const before = await count();
        let isWritten = false;
        const readEveryTurn = async () => {
          while (!isWritten) {
            await count();
            await new Promise((resolve) => setImmediate(resolve));
          }
        };
        const reading = readEveryTurn();
        await addPet('Frank');
        isWritten = true;
        expect(await count()).toBe(before + 1n);
        await reading;
      }
    });

    test('of another program is visible from the next turn on', async () => {
      expect(await findSetting(store.reader, 'other')).toBeUndefined();
      await database.run("INSERT INTO settings (name, value) VALUES ('other', 'program')");
      await nextTurn();
      expect(await findSetting(store.reader, 'other')).toBe('program');
    });

    test('that fails half-way stores nothing, and all writes beside it are stored', async () => {
      const before = await count();
      const results = await Promise.allSettled([
        addPet('One'),
        store.write(failHalfWay, { how: 'refused' }),
        addPet('Two'),
        store.write(failHalfWay, { how: 'broken' }),
        addPet('Three'),
      ]);
      const [, refused, , broken] = results;
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect(refused).toMatchObject({ reason: { code: 'pet_not_available', message: 'No.' } });
      expect(broken).toMatchObject({ reason: { message: expect.stringContaining('broken half-way') } });
      expect(broken).not.toMatchObject({ reason: { code: expect.anything() } });
      expect(await count()).toBe(before + 3n);
    });

    test('that wins a race is not repeated by the others', async () => {
      const values = await race((racer) => store.write(insertIfAbsent, { name: 'race', proposal: `value ${racer}` }));
      expect(new Set(values).size).toBe(1);
      expect(await findSetting(store.reader, 'race')).toBe(values[0]);

      await database.run('DELETE FROM keys');
      const made = await race((racer) => store.write(createFirstKey, { key: keyWith(`first ${racer}`) }));
      expect(made.filter((isFirst) => isFirst)).toHaveLength(1);
      await database.run(
        `INSERT INTO keys (id, name, grants, hint, secret_hash, created_at)
         VALUES (${caller.callerId}, 'caller', 'admin', '', '${caller.callerHash}', 0)`,
      );

      const preset = await race(() => store.write(presetKey, keyWith('preset')));
      expect(new Set(preset.map(({ key }) => key.id)).size).toBe(1);
      expect(preset.filter(({ isNew }) => isNew)).toHaveLength(1);
    });

    test('sent many times at once under one idempotency key is carried out once', async () => {
      const before = await count();
      const claim = { keyId: 1n, idempotencyKey: 'same', fingerprint: 'same', now: 0n };
      const answers = await race(() => store.write(createPet.command, { ...petDraft('Once'), idempotency: claim }));
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(await count()).toBe(before + 1n);
    });

    test('loses nothing of a concurrent change to the same row', async () => {
      const { id } = await store.write(createKeyByOperator, keyWith('turn 0'));
      const rotation = { id, hint: 'h', previousUntil: 0n, now: 0n };
      const rotated = await race((racer) =>
        store.write(rotateKeyByOperator, { ...rotation, secretHash: `turn ${racer}` }),
      );
      const hashes = rotated.map(({ previousHash }) => previousHash);
      expect([...hashes, (await findKey(store.reader, id))?.secretHash].sort()).toEqual(
        ['turn 0', ...rotated.map(({ secretHash }) => secretHash)].sort(),
      );

      const use = { keyId: id, lastUsedAt: 0n, deprecated: [{ operation: 'getPet', calls: 1n }] };
      const uses = await race(() => store.write(recordKeyUses, [use]));
      expect((await findDeprecatedUses(store.reader, [{ id }]))[0]).toMatchObject({
        keyId: id,
        uses: BigInt(uses.length),
      });
    });
  });

  test('an id is never reused, even when the last animal is gone', async () => {
    const id = await addPet('Last');
    await database.run(`DELETE FROM pets WHERE id = ${id}`);
    await nextTurn();
    expect(await findPet(store.reader, BigInt(id))).toBeUndefined();
    expect(await addPet('Next')).toBeGreaterThan(id);
  });

  test('a storage that responds is ready, and has no write waiting', async () => {
    await store.check();
    expect(store.waiting).toBe(0);
  });
});

/** As many at once as can compete for one row and still all succeed. */
function race<Result>(run: (racer: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: 5 }, (_, index) => run(index + 1)));
}
