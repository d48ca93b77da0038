import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { parse } from 'lossless-json';
import { foldProfiles } from '../../src/animals/profiles/rules.ts';
import { checkDatabase } from '../../src/operator/check-database.ts';
import { unfoldedProfiles } from '../../src/record/events/older-sql.ts';
import { migrateStore } from '../../src/store/open-store.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import { logMarkSetting, tables } from '../../src/store/tables.ts';
import { startApp } from '../support/app.ts';
import { as } from '../support/data/keys.ts';
import { loadReleased, releasesOf } from '../support/data/released-data.ts';
import { type Engine, engineOf, engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { dumpSchema } from '../support/postgres/postgres-dump.ts';

/** Settings that a migration changes. */
const ownSettings = [logMarkSetting, unfoldedProfiles];

/** The rows of each table of a database. */
async function readRows({ run }: ScratchDatabase, engine: Engine): Promise<Record<string, unknown[]>> {
  const columns = await run(
    engine === sqlite
      ? `SELECT own.name, parts.name FROM sqlite_master AS own, pragma_table_info(own.name) AS parts
         WHERE own.type = 'table' ORDER BY own.name, parts.cid`
      : `SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
         WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
  );
  const toObject = engine === sqlite ? 'json_object' : 'json_build_object';
  const selects = tables().flatMap(({ name }) => {
    const pairs = columns.filter(([table]) => table === name).map(([, column]) => `'${column}', ${column}`);
    return pairs.length === 0 ? [] : `SELECT '${name}', CAST(${toObject}(${pairs.join(', ')}) AS TEXT) FROM ${name}`;
  });
  const found = (await run(selects.join(' UNION ALL '))).map(([table, row]) => `${table} ${row}`).sort();
  const rows = Object.groupBy(found, (row) => row.split(' ')[0] ?? '');
  return Object.fromEntries(
    Object.entries(rows).map(([table, texts = []]) => [
      table,
      texts.map((text) => parse(text.slice(table.length + 1))),
    ]),
  );
}

/** Animals have the times that their events tell, one animal after the other. */
async function expectTimesOfEvents({ run }: ScratchDatabase): Promise<void> {
  const events = await run(
    'SELECT pet_id, at, status, previous_status FROM events WHERE pet_id IS NOT NULL AND status IS NOT NULL ORDER BY id',
  );
  const animals = await run('SELECT id, created_at, updated_at, status_since FROM pets ORDER BY id');
  const expected = animals.map(([id]) => {
    const own = events.filter(([petId]) => petId === id);
    const ofStatus = own.filter(([, , status, previous]) => status !== previous);
    const created = own.find(([, , , previous]) => previous === null);
    return [id, created?.[1] ?? 0n, own.at(-1)?.[1] ?? 0n, ofStatus.at(-1)?.[1] ?? 0n];
  });
  expect(animals).toEqual(expected);
  expect(animals.some(([, , updatedAt]) => updatedAt !== 0n)).toBe(events.length > 0);
}

/** What ANALYZE keeps of columns with personal data. */
const findSamples = `SELECT CAST(tablename AS TEXT), CAST(attname AS TEXT) FROM pg_stats
  WHERE tablename IN ('inquiries', 'keys') AND attname IN ('name', 'email', 'phone', 'message', 'note')`;

describe.each(engines)('on $name', (engine) => {
  /** The schema of a new database. */
  let schema: string[];
  beforeAll(async () => {
    const fresh = await engine.makeDatabase({ isMigrated: true });
    await migrateStore(fresh.url);
    schema = await dumpSchema(fresh, engine);
    expect(schema.length).toBeGreaterThan(60);
    await fresh.remove();
  });

  test('every release has its database here', () => {
    const releases = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d\S*)/gm)].map(([, version]) => version);
    expect(releases).toContain('1.0.0');
    // It had SQLite only.
    const expected = engine === sqlite ? releases : releases.filter((version) => version !== '1.0.0');
    expect(releasesOf(engine)).toEqual(expect.arrayContaining(expected));
  });

  test.each(releasesOf(engine))(
    'the database of %s opens with all its data, and gets the schema of a new one',
    async (release) => {
      const { database, facts } = await loadReleased(release, engine);
      const samples = async () => (engine === sqlite ? [] : await database.run(findSamples));
      if (engine !== sqlite) await database.run('ANALYZE');
      const [sampled, before] = [await samples(), await readRows(database, engine)];
      expect(before['keys']).toHaveLength(facts.secrets.site === undefined ? 4 : 5);
      expect(before['pets']?.length).toBeGreaterThan(20);
      expect(await migrateStore(database.url)).toMatchObject({ from: facts.schemaVersion, to: schemaVersion });
      expect(await dumpSchema(database, engine)).toEqual(schema);
      const isOlder = facts.schemaVersion < 12;
      expect([sampled.length > 0, await samples()]).toEqual([engine !== sqlite && isOlder, []]);
      const after = await readRows(database, engine);
      const kept = (rows: Record<string, unknown[]>) => ({
        event_marks: [],
        ...rows,
        settings: rows['settings']?.filter((row) => !ownSettings.includes((row as { name: string }).name)),
      });
      expect(kept(after)).toMatchObject(kept(before));

      await expectTimesOfEvents(database);

      const findings: string[] = [];
      for await (const { name, state } of checkDatabase(database.url)) if (state !== 'ok') findings.push(name);
      // A service has yet to complete the words of older profiles. The files of photos are no part of the data.
      const hasProfiles = before['pet_profiles'] !== undefined;
      expect(findings).toEqual(hasProfiles ? ['photos', ...(isOlder ? ['search'] : [])] : []);

      const service = await startApp({}, engineOf(database));
      service.now = facts.madeAt + 60_000;
      while (await service.store.write(foldProfiles, null));
      for await (const { name, state } of checkDatabase(database.url)) if (name === 'search') expect(state).toBe('ok');
      const { secrets } = facts;
      for (const [path, body] of Object.entries(facts.lists)) {
        const found = await service.fetch(path, { headers: as(secrets.admin) });
        expect([path, found.status, parse(await found.text())]).toMatchObject([path, 200, parse(body)]);
      }
      const animals = await service.fetch('/v1/pets?limit=100');
      for (const { path, idempotencyKey, body, status, response } of facts.requests) {
        const repeated = await service.post(path, body, { ...as(secrets.admin), 'Idempotency-Key': idempotencyKey });
        expect([path, repeated.status, await repeated.text()]).toEqual([path, status, response]);
      }
      expect(await (await service.fetch('/v1/pets?limit=100')).text()).toBe(await animals.text());
      const statusFor = async (secret: string) => (await service.fetch('/v1/pets', { headers: as(secret) })).status;
      const { reader, beforeRotation, rotated, revoked } = secrets;
      expect(await Promise.all([reader, beforeRotation, rotated, revoked].map(statusFor))).toEqual([
        200, 200, 200, 401,
      ]);

      // These databases have assigned 24 ids, and since there are imports 26.
      expect((await service.post('/v1/pets', '{"name":"New","categoryId":3}')).status).toBe(201);
      expect(await database.run("SELECT id FROM pets WHERE name = 'New'")).toEqual([[isOlder ? 25n : 27n]]);
      await service.close();
      await database.remove();
    },
  );
});
