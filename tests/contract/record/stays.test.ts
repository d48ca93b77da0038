import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { undoImports } from '../../../src/animals/imports/undo-rules.ts';
import { keepOlderStays } from '../../../src/animals/profiles/older-rules.ts';
import { foldProfiles } from '../../../src/animals/profiles/rules.ts';
import { dayMs } from '../../../src/lib/timestamp.ts';
import { repairInventory, sequenceEvents } from '../../../src/record/events/rules.ts';
import type { Store } from '../../../src/store/store.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { contentBesideHistory } from '../../support/data/importing.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

interface Sums {
  inCare?: number;
  intakes?: number;
  outcomes?: number;
  unknownOutcomeDay?: number;
  medianDays?: number;
}
interface Month {
  start: string;
  stays: Sums & { groups: (Sums & Record<string, string | number>)[] };
}
interface Matrix {
  species: {
    species?: string;
    beginning: number;
    intakes: { type?: string; ageGroup: string; animals: number }[];
    outcomes: { type?: string; ageGroup: string; animals: number }[];
    unknownOutcomeDay?: number;
    ending: number;
  }[];
}

let service: TestApp;
let secret: string;
const at = (moment: string) => {
  service.now = Date.parse(moment);
};
const send = async (method: string, path: string, body?: object) => {
  const headers = { 'Content-Type': path.endsWith('profile') ? 'application/merge-patch+json' : 'application/json' };
  const response = await service.send(method, path, body, headers);
  if (!response.ok) throw new Error(await response.text());
  return response;
};
const profile = async (id: number, fields: object) => {
  await send('PATCH', `/v1/pets/${id}/profile`, fields);
  return id;
};
const add = async (fields: object, facts: object) => {
  const { id } = await bodyOf<PetBody>(await send('POST', '/v1/pets', { name: 'Frank', categoryId: 3, ...fields }));
  return Object.keys(facts).length === 0 ? id : await profile(id, facts);
};
const become = async (id: number, status: string) => void (await send('PATCH', `/v1/pets/${id}`, { status }));
const stays = async (groupBy: string, months = 'from=2026-08-01&to=2026-12-01') =>
  await bodyOf<Month[]>(await service.fetch(`/v1/store/statistics?by=month&${months}&groupBy=${groupBy}`));
const matrix = async (month: string) =>
  await bodyOf<Matrix>(await service.fetch(`/v1/store/statistics/matrix?month=${month}`));
/** Lets a row of an import change a status, after it was taken back once. */
const importStatus = async (petId: number, status: string) => {
  const importRow = async () => {
    const { id } = await bodyOf(await send('POST', '/v1/imports', { fileName: 'animals.csv', rows: 1 }));
    const answer = await send('POST', `/v1/imports/${id}/animals`, { rows: [{ row: 1, update: { petId, status } }] });
    expect(await bodyOf<object>(answer)).toMatchObject({ results: [{ result: 'updated' }] });
    return id;
  };
  const before = await contentBesideHistory(service);
  const id = await importRow();
  await send('POST', `/v1/imports/${id}/undo`);
  while (await service.store.write(undoImports, { now: BigInt(service.now), limit: 2 }));
  // Inquiries that are declined again are declined at another time.
  const { inquiries, ...others } = await contentBesideHistory(service);
  expect({ ...others, inquiries }).toEqual({ ...before, inquiries });
  await importRow();
};
/** A month before all others. */
const march = { day: Date.parse('2025-03-01') / dayMs, path: '/v1/store/statistics/matrix?month=2025-03' };

/** A store whose reader tells of each part of a scan by its index, and waits for who is told. */
function telling(store: Store, onPart: (index: number) => Promise<void>): Store {
  const { reader } = store;
  const value: typeof reader = {
    dialect: reader.dialect,
    query: (statement, params) => reader.query(statement, params),
    async *scan(statement, params) {
      let index = 0;
      for await (const part of reader.scan(statement, params)) {
        await onPart(index++);
        yield part;
      }
    },
  };
  return Object.create(store, { reader: { value } });
}

/** Asks another node, which has such a store. */
function nodeWith(onPart: (index: number) => Promise<void>) {
  const node = service.startNode({ store: telling(service.store, onPart) });
  return async (path: string) => {
    const headers = { Authorization: `Bearer ${secret}` };
    return await bodyOf<Matrix>(await node.fetch(new Request(origin + path, { headers })));
  };
}

describe.each(engines)('the stays on $name', (engine) => {
  let returned: number;
  let removed: number;

  beforeAll(async () => {
    service = await startApp({}, engine);
    secret = await service.makeKey('admin');
    at('2026-10-02T12:00:00Z');
    const puppy = { species: 'Dog', birthDate: '2026-05-04', intakeType: 'stray', arrivedOn: '2026-09-10' };
    await add({}, {});
    await add({ status: 'sold' }, {});
    returned = await add({}, puppy);
    removed = await add({}, { species: 'Dog', birthDate: '2026-01-01', birthDatePrecision: 'year' });
    await add(
      { status: 'sold' },
      { species: 'Cat', outcomeType: 'died', outcomeOn: '2026-08-03', birthDate: '2020-01-01' },
    );
    await add(
      { status: 'sold' },
      { ...puppy, arrivedOn: '2026-10-01', outcomeType: 'transfer_out', outcomeOn: '2026-11-20' },
    );
    await add({ status: 'sold' }, { species: 'Dog', arrivedOn: '2026-08-20' });
    at('2026-10-31T23:59:59Z');
    await become(returned, 'sold');
    at('2026-11-05T12:00:00Z');
  });
  afterAll(() => service.close());

  test('are counted by month, and what is in care when a month ends is in care when the next begins', async () => {
    const months = await stays('species');
    expect(months.map(({ stays: { groups: _, ...sums } }) => sums)).toEqual([
      { inCare: 0, intakes: 2, outcomes: 1, unknownOutcomeDay: 1 },
      { inCare: 0, intakes: 1, outcomes: 0 },
      { inCare: 1, intakes: 4, outcomes: 1, unknownOutcomeDay: 1, medianDays: 51 },
      { inCare: 3, intakes: 0, outcomes: 1, medianDays: 50 },
    ]);
    expect(months[2]?.stays.groups).toEqual([
      { inCare: 0, intakes: 2, outcomes: 0, unknownOutcomeDay: 1 },
      { species: 'Dog', inCare: 1, intakes: 2, outcomes: 1, medianDays: 51 },
    ]);
    const query = 'by=year&groupBy=species&from=2026-08-15&to=2026-11-06';
    const [year] = await bodyOf<Month[]>(await service.fetch(`/v1/store/statistics?${query}`));
    expect(year).toMatchObject({
      start: '2026-01-01',
      stays: { inCare: 0, intakes: 7, outcomes: 3, unknownOutcomeDay: 2, medianDays: 50 },
    });
    for (const grouping of ['ageGroup', 'intakeType', 'outcomeType']) {
      for (const { stays: of } of await stays(grouping)) {
        const sum = (name: 'intakes' | 'outcomes') => of.groups.reduce((all, group) => all + (group[name] ?? 0), 0);
        if (grouping !== 'outcomeType') expect(sum('intakes')).toBe(of.intakes ?? 0);
        if (grouping !== 'intakeType') expect(sum('outcomes')).toBe(of.outcomes ?? 0);
      }
    }
  });

  test('make the matrix of a month: juvenile is below 152 days at the intake or the outcome', async () => {
    expect((await matrix('2026-10')).species).toEqual([
      {
        beginning: 0,
        intakes: [{ ageGroup: 'unknown', animals: 2 }],
        outcomes: [],
        unknownOutcomeDay: 1,
        ending: 1,
      },
      {
        species: 'Dog',
        beginning: 1,
        intakes: [
          { ageGroup: 'unknown', animals: 1 },
          { type: 'stray', ageGroup: 'juvenile', animals: 1 },
        ],
        outcomes: [{ type: 'adoption', ageGroup: 'adult', animals: 1 }],
        ending: 2,
      },
    ]);
  });

  test('stay when an animal comes back or is removed after it has left, and not for what is soon taken back', async () => {
    const sums = async (month: number) => {
      const { groups: _, ...counts } = (await stays('species'))[month]?.stays ?? { groups: [] };
      return counts;
    };
    const [october, november] = [await sums(2), await sums(3)];
    await become(returned, 'available');
    expect(await sums(2)).toEqual(october);
    expect(await sums(3)).toEqual({ ...november, intakes: 1 });
    const profileOf = async () => await bodyOf<object>(await service.fetch(`/v1/pets/${returned}/profile`));
    expect(await profileOf()).toMatchObject({ arrivedOn: '2026-11-05', intakeType: 'owner_surrender' });
    await become(returned, 'sold');
    expect([await sums(2), await sums(3)]).toEqual([october, november]);
    expect(await profileOf()).toMatchObject({ arrivedOn: '2026-09-10', intakeType: 'stray', outcomeOn: '2026-10-31' });
    await become(removed, 'sold');
    await become(removed, 'available');
    expect([await sums(2), await sums(3)]).toEqual([october, november]);
    await send('DELETE', `/v1/pets/${returned}`);
    expect([await sums(2), await sums(3)]).toEqual([october, november]);
    await send('DELETE', `/v1/pets/${removed}`);
    expect(await sums(2)).toEqual({ ...october, intakes: 3 });
  });

  test('are the same whether an operation or a row of an import changes the status', async () => {
    const found = async (change: (petId: number, status: string) => Promise<void>) => {
      at('2023-11-05T12:00:00Z');
      const id = await add({}, { arrivedOn: '2023-05-01', intakeType: 'stray' });
      await send('POST', '/v1/inquiries', { petId: id, name: 'Ada', email: 'ada@example.org', message: 'Hi' });
      const seen: unknown[] = [];
      for (const [index, status] of ['sold', 'available', 'sold', 'available', 'sold'].entries()) {
        service.now += (index === 0 || index === 3 ? 60 : 5) * 60_000;
        await change(id, status);
        const told = await bodyOf<object>(await service.fetch(`/v1/pets/${id}/profile`));
        const [inquiry] = await bodyOf<{ stage: string }[]>(await service.fetch(`/v1/inquiries?petId=${id}`));
        const past = await service.database.run(`SELECT arrived_on, outcome_on FROM past_stays WHERE pet_id = ${id}`);
        seen.push([told, inquiry?.stage, past.length]);
      }
      await send('DELETE', `/v1/pets/${id}`);
      return seen;
    };
    const here = { arrivedOn: '2023-05-01', intakeType: 'stray' };
    const gone = [{ ...here, outcomeType: 'adoption', outcomeOn: '2023-11-05' }, 'declined', 0];
    const back = [{ arrivedOn: '2023-11-05', intakeType: 'owner_surrender' }, 'declined', 1];
    expect(await found(become)).toEqual([gone, [here, 'new', 0], gone, back, gone]);
    expect(await found(importStatus)).toEqual([gone, [here, 'new', 0], gone, back, gone]);
  });

  test('are those of one moment, however many writes come between the parts in which they are read', async () => {
    const added = 4_500;
    at('2025-03-20T12:00:00Z');
    const values = `'Frank', 'frank', 3, 'available', ${service.now} + n, ${service.now}, ${service.now}`;
    await service.database.run(
      `INSERT INTO pets (name, name_key, category_id, status, created_at, updated_at, status_since)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${added}) SELECT ${values} FROM numbers`,
    );
    await service.store.write(repairInventory, null);
    const [row] = await service.database.run('SELECT max(id) FROM pets');
    let last = Number(row?.[0]);
    let writes = 0;
    const ask = nodeWith(async () => {
      await become(last--, 'sold');
      await send('DELETE', `/v1/pets/${last--}`);
      await add({}, {});
      writes++;
    });
    const sums = ({ species: [found] }: Matrix) => [
      found?.intakes.reduce((sum, { animals }) => sum + animals, 0),
      found?.outcomes.reduce((sum, { animals }) => sum + animals, 0),
    ];
    expect(sums(await ask(march.path))).toEqual([added, 0]);
    expect(writes).toBeGreaterThan(2);
    const made = await bodyOf<Matrix>(await service.fetch(march.path));
    expect(sums(made)).toEqual([added, writes]);
    // PostgreSQL counts those that are in care throughout a month.
    let parts = 0;
    const april = await nodeWith(async () => void parts++)('/v1/store/statistics/matrix?month=2025-04');
    expect([april.species[0]?.beginning, parts > 1]).toEqual([made.species[0]?.ending, engine.name === 'SQLite']);
  });

  test('are counted once for all who ask before it begins, and again only after a change', async () => {
    let scans = 0;
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const ask = nodeWith(async (index) => {
      if (index === 0) scans++;
      begun.resolve();
      await gate.promise;
    });
    const may = '/v1/store/statistics/matrix?month=2024-05';
    const first = ask(may);
    await begun.promise;
    at('2024-05-05T12:00:00Z');
    await add({}, {});
    const others = Array.from({ length: 5 }, () => ask(may));
    gate.resolve();
    const intakes = ({ species: [found] }: Matrix) => found?.intakes.length ?? 0;
    expect((await Promise.all([first, ...others])).map(intakes)).toEqual([0, 1, 1, 1, 1, 1]);
    expect(scans).toBe(2);
    // Another answer about the same month.
    await ask('/v1/store/statistics?by=month&from=2024-05-01&to=2024-06-01&groupBy=species');
    expect(scans).toBe(2);
    await add({}, {});
    await ask(may);
    expect(scans).toBe(3);
  });

  test('words that an older release has not stored are completed, also when it has aggregated its events', async () => {
    at('2026-11-05T12:00:00Z');
    await service.untilSettled();
    const found = async () => (await bodyOf<object[]>(await service.fetch('/v1/listings?q=seal+point'))).length;
    const fold = async () => {
      while (await service.store.write(foldProfiles, null));
      return await found();
    };
    await fold();
    const table = engine.name === 'SQLite' ? 'events' : 'pending_events';
    const changeAsOlder = async () => {
      await service.database.run('DELETE FROM pet_texts WHERE pet_id = 5');
      await service.database.run("UPDATE pet_profiles SET color = 'Seal point' WHERE pet_id = 5");
      await service.database.run(
        `INSERT INTO ${table} (type, at, pet_id, name, category_id, status, previous_category_id, previous_status)
         VALUES ('pet.profile_changed', 7, 5, 'Frank', 3, 'sold', 3, 'sold')`,
      );
    };
    await changeAsOlder();
    expect(await fold()).toBe(0);
    while (await service.store.write(sequenceEvents, null));
    expect(await fold()).toBe(1);
    await service.database.run('DELETE FROM pet_texts WHERE pet_id = 5');
    await service.database.run("UPDATE event_marks SET event_id = event_id - 1 WHERE name = 'profiles'");
    await add({}, {});
    expect(await fold()).toBe(0);
    while (await service.store.write(sequenceEvents, null));
    expect(await fold()).toBe(1);
  });

  test('of an animal without a species are counted by the species that the name of its category tells', async () => {
    const ended = { arrivedOn: '2025-05-02', outcomeOn: '2025-05-05', outcomeType: 'adoption' };
    const id = await add({ categoryId: 7, status: 'sold' }, ended);
    await send('PUT', '/v1/categories/7', { name: 'Rabbits' });
    const named = async () => (await matrix('2025-05')).species.map(({ species }) => species);
    expect(await named()).toContain('Rabbit');
    await profile(id, { species: 'Hare' });
    expect([(await named()).includes('Rabbit'), (await named()).includes('Hare')]).toEqual([false, true]);
  });

  test('of rare species are told together with those of an unknown one', async () => {
    const sums = async () => {
      const { species } = await matrix('2026-11');
      return { groups: species.length, ending: species.reduce((all, { ending }) => all + ending, 0) };
    };
    const { ending } = await sums();
    const november = Date.parse('2026-11-01') / dayMs;
    await service.database.run(
      `INSERT INTO past_stays (pet_id, species, arrived_on, intake_type, outcome_on, outcome_type, ended_at)
       WITH RECURSIVE numbers (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 204)
       SELECT n, 'Rare ' || n, ${november}, 'stray', ${november + 40}, '', 0 FROM numbers`,
    );
    await add({}, { species: 'Cat' });
    expect(await sums()).toEqual({ groups: 101, ending: ending + 106 });
    const names = (await matrix('2026-11')).species.map(({ species }) => species);
    expect(names).toEqual(expect.arrayContaining([undefined, 'Cat', 'Dog', 'Rare 100']));
    expect((await stays('species'))[3]?.stays.groups).toHaveLength(101);
  });

  test('that end in an older release are kept when it makes the animal available again, once', async () => {
    const table = engine.name === 'SQLite' ? 'events' : 'pending_events';
    const becomeInOlder = async (id: number, status: string, before: string, moment: string) => {
      const since = Date.parse(moment);
      await service.database.run(`UPDATE pets SET status = '${status}', status_since = ${since} WHERE id = ${id}`);
      await service.database.run(
        `INSERT INTO ${table} (type, at, pet_id, name, category_id, status, previous_category_id, previous_status)
         VALUES ('pet.updated', ${since}, ${id}, 'Frank', 3, '${status}', 3, '${before}')`,
      );
    };
    const keep = async () => {
      while (await service.store.write(sequenceEvents, null));
      await keepOlderStays(service.store, new AbortController().signal);
      const months = await stays('intakeType', 'from=2025-07-01&to=2025-11-01');
      return months.map(({ stays: { inCare, intakes, outcomes } }) => [inCare, intakes, outcomes]);
    };
    at('2025-07-02T12:00:00Z');
    const [here, there] = [await add({}, { breed: 'Beagle' }), await add({}, {})];
    at('2025-07-05T12:00:00Z');
    await become(here, 'sold');
    const before = (await keep()).map(([inCare]) => inCare ?? 0);
    for (const id of [here, there]) {
      if (id === there) await becomeInOlder(id, 'sold', 'available', '2025-07-06T12:00:00Z');
      await becomeInOlder(id, 'available', 'sold', '2025-08-07T12:00:00Z');
      await becomeInOlder(id, 'sold', 'available', '2025-09-08T12:00:00Z');
    }
    await becomeInOlder(here, 'available', 'sold', '2025-10-09T12:00:00Z');
    const counts = await keep();
    expect(counts.map(([, ...counted]) => counted)).toEqual([
      [2, 2],
      [2, 0],
      [0, 2],
      [1, 0],
    ]);
    expect(counts.map(([inCare = 0]) => inCare - (before[0] ?? 0))).toEqual([0, 0, 2, 0]);
    await profile(here, { breed: 'Poodle' });
    await profile(there, { outcomeType: 'transfer_out' });
    expect(await keep()).toEqual(counts);
    const told = await bodyOf<object>(await service.fetch(`/v1/pets/${there}/profile`));
    expect(told).toMatchObject({ outcomeType: 'transfer_out' });
  });

  onOneEngine(engine, () => {
    test('are refused for days, for a category and for many months', async () => {
      for (const query of ['by=day', 'by=month&categoryId=3', 'by=month&from=2023-01-01']) {
        expect((await service.fetch(`/v1/store/statistics?groupBy=species&${query}`)).status).toBe(400);
      }
    });
  });
});
