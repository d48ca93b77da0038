import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countMoreStays, sequenceEvents } from '../../../src/catalogue/events/rules.ts';
import { foldProfiles } from '../../../src/catalogue/profiles/rules.ts';
import { areStaysRight } from '../../../src/catalogue/statistics/stays-sql.ts';
import { createLog } from '../../../src/lib/log.ts';
import { dayMs } from '../../../src/lib/timestamp.ts';
import { startStayCounts } from '../../../src/server/background-jobs.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { until } from '../../support/until.ts';

interface Sums {
  inCare?: number;
  intakes?: number;
  outcomes?: number;
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
    ending: number;
  }[];
}

let service: TestApp;
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
const count = (limit: bigint) => service.store.write(countMoreStays, { limit });
const isRight = async () => await areStaysRight(service.store.reader);

describe.each(engines)('the stays on $name', (engine) => {
  let returned: number;
  let removed: number;

  beforeAll(async () => {
    service = await startApp({}, engine);
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
    at('2026-10-31T23:59:59Z');
    await become(returned, 'sold');
    at('2026-11-05T12:00:00Z');
  });
  afterAll(() => service.close());

  test('are counted by month, and what is in care when a month ends is in care when the next begins', async () => {
    const months = await stays('species');
    expect(months.map(({ stays: { groups: _, ...sums } }) => sums)).toEqual([
      { inCare: 0, intakes: 1, outcomes: 1 },
      { inCare: 0, intakes: 1, outcomes: 0 },
      { inCare: 1, intakes: 4, outcomes: 2, medianDays: 0 },
      { inCare: 3, intakes: 0, outcomes: 1, medianDays: 50 },
    ]);
    expect(months[2]?.stays.groups).toEqual([
      { inCare: 0, intakes: 2, outcomes: 1, medianDays: 0 },
      { species: 'Dog', inCare: 1, intakes: 2, outcomes: 1, medianDays: 51 },
    ]);
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
        outcomes: [{ ageGroup: 'unknown', animals: 1 }],
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

  test('are the same after they were aggregated, and after they were counted again', async () => {
    const before = [await stays('species'), await matrix('2026-10'), await isRight()];
    while (await service.store.write(sequenceEvents, null));
    expect([await stays('species'), await matrix('2026-10'), await isRight()]).toEqual(before);
    await service.store.write(countMoreStays, { limit: 100n, restarts: true });
    expect([await stays('species'), await matrix('2026-10'), await isRight()]).toEqual(before);
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
    expect(await isRight()).toBe(true);
  });

  test('are counted again when an older release has changed animals', async () => {
    await service.untilSettled();
    await service.database.run("UPDATE pet_profiles SET species = 'Hound' WHERE species = 'Dog'");
    expect(await isRight()).toBe(false);
    const table = engine.name === 'SQLite' ? 'events' : 'pending_events';
    await service.database.run(
      `INSERT INTO ${table} (type, at, pet_id, name, category_id, status, previous_category_id, previous_status)
       VALUES ('pet.profile_changed', 7, 2, 'Frank', 3, 'sold', 3, 'sold')`,
    );
    while (await service.store.write(foldProfiles, null));
    await service.database.run('DELETE FROM pet_texts WHERE pet_id = 5');
    await service.database.run("UPDATE pet_profiles SET color = 'Seal point' WHERE pet_id = 5");
    const found = async () => (await bodyOf<object[]>(await service.fetch('/v1/listings?q=seal+point'))).length;
    while (await service.store.write(sequenceEvents, null));
    await count(100n);
    expect(await isRight()).toBe(true);
    // Nor has it stored all words that the animal is found by.
    expect(await found()).toBe(0);
    while (await service.store.write(foldProfiles, null));
    expect(await found()).toBe(1);
  });

  test('are counted again when an older release has aggregated events', async () => {
    await service.untilSettled();
    await service.database.run("UPDATE event_marks SET event_id = event_id - 1 WHERE name = 'stay_events'");
    expect(await isRight()).toBeUndefined();
    await count(100n);
    expect(await isRight()).toBe(true);
  });

  test('can be counted in parts while animals change, and are not told until all are counted', async () => {
    const cat = { species: 'Cat', intakeType: 'stray', arrivedOn: '2026-10-07' };
    const [first, second] = [await add({}, cat), await add({ status: 'sold' }, cat)];
    const others = [await add({}, cat), await add({ status: 'sold' }, cat), await add({}, cat)];
    const changes = [
      () => profile(first, { species: 'Dog' }),
      () => profile(others[0] ?? 0, { species: 'Dog', arrivedOn: '2026-09-01' }),
      () => become(second, 'available'),
      () => add({}, {}),
      () => send('DELETE', `/v1/pets/${first}`),
      () => send('DELETE', `/v1/pets/${others[1]}`),
      () => become(others[2] ?? 0, 'sold'),
    ];
    const animals = await bodyOf<PetBody[]>(await service.fetch('/v1/pets'));
    for (let restarts = true; await service.store.write(countMoreStays, { limit: 1n, restarts }); restarts = false) {
      await changes.shift()?.();
      const response = await service.fetch('/v1/store/statistics/matrix');
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await bodyOf(response)).toMatchObject({ code: 'unavailable' });
      expect(await isRight()).toBeUndefined();
    }
    expect([changes.length, animals.length > 8]).toEqual([0, true]);
    expect(await isRight()).toBe(true);
    while (await service.store.write(sequenceEvents, null));
    expect(await isRight()).toBe(true);
  });

  test('are counted by a job, which tries again when a part has failed, and says so', async () => {
    const lines: string[] = [];
    const log = createLog((line) => void lines.push(line), 'plain', Date.now);
    await service.database.run("DELETE FROM event_marks WHERE name = 'stays'");
    await service.database.run('ALTER TABLE monthly_stays RENAME TO renamed');
    const job = startStayCounts(service.store, log, 1);
    await until('a line', () => lines.length, Boolean);
    expect(lines[0]).toContain('could not count the stays of animals');
    await service.database.run('ALTER TABLE renamed RENAME TO monthly_stays');
    await until('the stays to be counted', isRight, (is) => is === true);
    await job.stop();
  });

  test('of rare species are told together with those of an unknown one', async () => {
    const sums = async () => {
      const { species } = await matrix('2026-11');
      return { groups: species.length, ending: species.reduce((all, { ending }) => all + ending, 0) };
    };
    const { ending } = await sums();
    const november = Date.parse('2026-11-01') / dayMs;
    await service.database.run(
      `INSERT INTO stay_changes (animals, species, intake_month, intake_age, intake_type, outcome_age, outcome_type)
       WITH RECURSIVE numbers (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 204)
       SELECT 1, 'Rare ' || n, ${november}, 'adult', 'stray', '', '' FROM numbers`,
    );
    expect(await sums()).toEqual({ groups: 101, ending: ending + 105 });
    const names = (await matrix('2026-11')).species.map(({ species }) => species);
    expect(names).toEqual(expect.arrayContaining([undefined, 'Cat', 'Dog', 'Rare 100']));
    expect((await stays('species'))[3]?.stays.groups).toHaveLength(101);
  });

  onOneEngine(engine, () => {
    test('are refused for days, for a category and for many months', async () => {
      for (const query of ['by=day', 'by=month&categoryId=3', 'by=month&from=2023-01-01']) {
        expect((await service.fetch(`/v1/store/statistics?groupBy=species&${query}`)).status).toBe(400);
      }
    });
  });
});
