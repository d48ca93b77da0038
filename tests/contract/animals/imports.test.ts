import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteExpiredImportRecords } from '../../../src/animals/imports/rules.ts';
import { undoImports } from '../../../src/animals/imports/undo-rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type EventBody, lastEventId } from '../../support/data/events.ts';
import { makePng } from '../../support/data/images.ts';
import { contentBesideHistory } from '../../support/data/importing.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, type ListingBody, refusal } from '../../support/http/body.ts';

let service: TestApp;

interface Result {
  row: number;
  result: string;
  petId?: number;
  problem?: {
    code: string;
    message: string;
    errors?: { pointer: string; detail: string; reason: string; values: string[] }[];
  };
}
type ImportBody = Record<string, unknown> & { id: number };

const begin = async (): Promise<number> =>
  (await bodyOf(await service.send('POST', '/v1/imports', { fileName: 'animals.csv', rows: 4 }))).id;
const send = (id: number, rows: unknown[]) => service.send('POST', `/v1/imports/${id}/animals`, { rows });
const importRows = async (id: number, ...rows: unknown[]) => {
  const answer = await send(id, rows);
  expect(answer.status).toBe(200);
  return (await bodyOf<{ results: Result[] }>(answer)).results;
};
const idOf = ([first]: Result[]) => first?.petId ?? expect.unreachable();
const importOf = async (id: number) => await bodyOf<ImportBody>(await service.fetch(`/v1/imports/${id}`));
const read = async (petId: number) => await bodyOf<ListingBody>(await service.fetch(`/v1/listings/${petId}`));
const addListing = async (fields: object = {}): Promise<number> =>
  (await bodyOf(await service.send('POST', '/v1/listings', { name: 'Frank', categoryId: 3, ...fields }))).id;
const patch = async (path: string, body: object) =>
  expect((await service.send('PATCH', `/v1/pets/${path}`, body)).status).toBe(200);
const addPhoto = (petId: number, query = '') =>
  service.post(
    `/v1/pets/${petId}/photos${query}`,
    makePng(8, 8, () => [1, 2, 3]),
    { 'Content-Type': 'image/png' },
  );
const finish = async (id: number) => await bodyOf<ImportBody>(await service.send('POST', `/v1/imports/${id}/finish`));
const undo = async (id: number) => {
  const answer = await service.send('POST', `/v1/imports/${id}/undo`);
  expect(await bodyOf<object>(answer)).toMatchObject({ id, state: 'undoing' });
  while (await service.store.write(undoImports, { now: BigInt(service.now), limit: 2 }));
  return await importOf(id);
};
const kept = async (id: number) => await bodyOf<object[]>(await service.fetch(`/v1/imports/${id}/kept`));
const pastStaysOf = (petId: number) =>
  service.database.run(
    `SELECT arrived_on, outcome_on, outcome_type FROM past_stays WHERE pet_id = ${petId} ORDER BY id`,
  );

/** How many animals were adopted, and have come back. */
async function activity() {
  const answer = await service.fetch('/v1/store/statistics?from=2026-01-01&to=2026-01-02');
  return (await bodyOf<Record<string, number>[]>(answer)).map(({ adopted, returned }) => ({ adopted, returned }));
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('each row has a result of its own, and every event names the import', async () => {
    const after = await lastEventId(service);
    const id = await begin();
    const known = await addListing({ profile: { reference: 'Known 1' } });
    const impossible = { arrivedOn: '2025-02-02', outcomeOn: '2025-02-01' };
    const results = await importRows(
      id,
      {
        row: 2,
        add: { name: 'Rex', categoryId: 41, status: 'sold', profile: { outcomeType: 'died', tags: ['calm'] } },
        categoryName: 'Dogs',
        earlierStays: [{ arrivedOn: '2025-03-02', outcomeOn: '2025-04-11', outcomeType: 'adoption' }],
      },
      { row: 3, add: { name: '', categoryId: 41, profile: { sex: 'boy' } } },
      { row: 4, add: { name: 'Bo', categoryId: 41, profile: { reference: 'KNOWN1' } } },
      {
        row: 5,
        add: { name: 'Bo', categoryId: 41, profile: { breed: 'Newfoundland', reference: 'new' } },
        categoryName: 'Hounds',
      },
      { row: 6, add: { name: 'Bo', categoryId: 41, profile: { reference: 'N E W' } } },
      { row: 7, add: { name: 'Bo', categoryId: 41, profile: { outcomeOn: '2025-01-01' } } },
      { row: 8, update: { petId: 9_999, name: 'Nobody' } },
      { row: 9 },
      { row: 10, add: { name: 'Bo', categoryId: 41 }, earlierStays: [impossible] },
      { row: 11, update: { petId: known }, earlierStays: [impossible] },
    );
    const [rex, bo] = [results[0]?.petId ?? 0, results[3]?.petId ?? 0];
    expect(results.map(({ row, result, petId, problem }) => [row, result, petId, problem?.code])).toEqual([
      [2, 'added', rex, undefined],
      [3, 'refused', undefined, 'validation_failed'],
      [4, 'refused', known, 'reference_in_use'],
      [5, 'added', bo, undefined],
      [6, 'refused', undefined, 'reference_in_use'],
      [7, 'refused', undefined, 'validation_failed'],
      [8, 'refused', undefined, 'pet_not_found'],
      [9, 'refused', undefined, 'validation_failed'],
      [10, 'refused', undefined, 'validation_failed'],
      [11, 'refused', undefined, 'validation_failed'],
    ]);
    expect(results[1]?.problem?.errors?.map(({ pointer }) => pointer)).toEqual(['#/add/name', '#/add/profile/sex']);
    expect(results[5]?.problem?.errors?.map(({ pointer }) => pointer)).toEqual(['#/add/profile/outcomeOn']);
    expect(await read(rex)).toMatchObject({
      ...{ name: 'Rex', category: { id: 41, name: 'Dogs' }, status: 'sold' },
      profile: { outcomeType: 'died', tags: ['calm'] },
    });
    expect((await pastStaysOf(rex)).map((row) => row.map(String))).toEqual([['20149', '20189', 'adoption']]);
    expect(await importOf(id)).toMatchObject({ state: 'running', added: 2, refused: 8, createdBy: { type: 'key' } });
    await service.untilSettled();
    const events = await bodyOf<EventBody[]>(await service.fetch(`/v1/events?after=${after}&importId=${id}`));
    expect(events.map(({ type, petId, category }) => [type, petId ?? category?.id])).toEqual([
      ['category.created', 41],
      ...[rex, bo].map((petId) => ['pet.created', petId]),
      ...[rex, bo].map((petId) => ['pet.profile_changed', petId]),
    ]);
    expect(await bodyOf<object[]>(await service.fetch('/v1/listings?q=new'))).toMatchObject([{ id: bo }]);
  });

  test('a row that was stored is not stored again, and one that was refused is tried again', async () => {
    const id = await begin();
    const rows = [
      { row: 1, add: { name: 'One', categoryId: 3 } },
      { row: 2, add: { name: '', categoryId: 3 } },
    ];
    const first = await importRows(id, ...rows);
    expect(await importRows(id, ...rows)).toEqual(first);
    expect(await importOf(id)).toMatchObject({ added: 1, refused: 1 });
    expect(await importRows(id, { ...rows[1], add: rows[0]?.add }, { row: 1 })).toMatchObject([
      { row: 2, result: 'added' },
      first[0] ?? expect.unreachable(),
    ]);
    const finished = await finish(id);
    expect(finished).toMatchObject({ state: 'finished', added: 2, refused: 0 });
    expect(await finish(id)).toEqual(finished);
    expect(await importRows(id, rows[0])).toEqual(first.slice(0, 1));
    expect(await refusal(await send(id, [{ row: 3, add: { name: 'Late', categoryId: 3 } }]))).toBe('409 import_closed');
  });

  test('an animal that a row with the same key has added is not added again as long as it is there', async () => {
    const add = { name: 'Bo', categoryId: 44, profile: { reference: 'Key 1' } };
    const row = { row: 1, key: 'one', add, categoryName: 'Kennel' };
    const [first, again] = [await begin(), await begin()];
    const [added] = await importRows(first, row);
    expect(await importRows(again, row, { row: 2, key: 'two', add })).toMatchObject([
      { row: 1, result: 'unchanged', petId: added?.petId },
      { row: 2, result: 'refused', petId: added?.petId },
    ]);
    const other = {
      row: 1,
      key: 'other',
      add: { name: 'Bo', categoryId: 44 },
      earlierStays: [{ outcomeOn: '2025-01-01' }],
    };
    const [stored] = await importRows(first, other);
    expect(await importRows(first, other)).toEqual([{ row: 1, result: 'added', petId: stored?.petId ?? 0 }]);
    const stays = `SELECT species FROM past_stays WHERE pet_id = ${stored?.petId}`;
    expect(await service.database.run(stays)).toEqual([['Kennel']]);
    expect(await importOf(first)).toMatchObject({ added: 2, refused: 0 });
    expect(await undo(first)).toMatchObject({ takenBack: 2, kept: 0 });
    expect(await importRows(await begin(), row)).toMatchObject([{ row: 1, result: 'added' }]);
  });

  test('an animal leaves and comes back as its rows say, and one of which they say nothing new is unchanged', async () => {
    const id = await begin();
    const petId = await addListing({ profile: { arrivedOn: '2025-05-01', species: 'Cat' } });
    const { updatedAt } = await read(petId);
    const left = { outcomeType: 'died', outcomeOn: '2025-06-01' };
    const [dies] = await importRows(id, {
      row: 1,
      update: { petId, expectedUpdatedAt: updatedAt, status: 'sold', profile: { ...left, outcomeOn: '2025-04-01' } },
    });
    expect(dies?.problem?.errors).toEqual([
      {
        pointer: '#/update/profile/outcomeOn',
        detail: 'must not be before arrivedOn',
        reason: 'before_arrival',
        values: [],
      },
    ]);
    service.now += 1;
    const leaves = { row: 2, update: { petId, expectedUpdatedAt: updatedAt, status: 'sold', profile: left } };
    expect(await importRows(id, leaves)).toEqual([{ row: 2, result: 'updated', petId }]);
    expect((await read(petId)).profile).toMatchObject({ ...left, arrivedOn: '2025-05-01' });
    const [stale] = await importRows(id, { ...leaves, row: 3 });
    expect(stale?.problem?.code).toBe('precondition_failed');
    expect(await importRows(id, { row: 4, update: { petId, status: 'sold', profile: left } })).toMatchObject([
      { result: 'unchanged' },
    ]);
    const back = { petId, status: 'available', profile: { arrivedOn: '2025-07-01', intakeType: 'stray' } };
    const stays = [{ arrivedOn: '2024-01-01', outcomeOn: '2024-02-01' }];
    expect(await importRows(id, { row: 5, update: back, earlierStays: stays })).toMatchObject([{ result: 'updated' }]);
    expect((await read(petId)).profile as object).toEqual({
      ...{ arrivedOn: '2025-07-01', intakeType: 'stray', species: 'Cat' },
    });
    expect((await pastStaysOf(petId)).map((row) => row.map(String))).toEqual([
      ['20209', '20240', 'died'],
      ['19723', '19754', ''],
    ]);
    expect(await importRows(id, { row: 6, update: { petId }, earlierStays: stays })).toMatchObject([
      { result: 'unchanged' },
    ]);
    const median = async () => {
      const path = '/v1/store/statistics?by=month&from=2024-02-01&to=2024-03-01&groupBy=species';
      return (await bodyOf<{ stays: { medianDays?: number } }[]>(await service.fetch(path)))[0]?.stays.medianDays;
    };
    expect(await median()).toBe(31);
    const corrected = [{ arrivedOn: '2024-01-01', outcomeOn: '2024-02-03' }];
    expect(await importRows(id, { row: 7, update: { petId }, earlierStays: corrected })).toMatchObject([
      { result: 'updated' },
    ]);
    expect((await pastStaysOf(petId)).map((row) => row.map(String))).toEqual([
      ['20209', '20240', 'died'],
      ['19723', '19756', ''],
    ]);
    expect(await median()).toBe(33);
  });

  test('an undone import leaves the database as it was before', async () => {
    const day = { arrivedOn: '2025-05-01', species: 'Dog', tags: ['calm'], location: 'Kennel 4' };
    const leaves = await addListing({ profile: { ...day, reference: 'L1', goodWith: { dogs: true, cats: false } } });
    const returns = await addListing({ status: 'sold', profile: { ...day, outcomeOn: '2025-06-01' } });
    const unchanged = await addListing();
    const known = { arrivedOn: '2023-01-01', outcomeOn: '2023-02-01', intakeType: 'stray' };
    await importRows(await begin(), { row: 1, update: { petId: unchanged }, earlierStays: [known] });
    await service.send('POST', '/v1/inquiries', {
      petId: leaves,
      name: 'Ada',
      email: 'ada@example.org',
      message: 'Hi',
    });
    service.now += 3_600_000;
    const before = await contentBesideHistory(service);
    const counted = await activity();
    const { available } = await bodyOf<{ available: number }>(await service.fetch('/v1/store/inventory'));
    const id = await begin();
    service.now += 1;
    const stays = [{ outcomeOn: '2024-02-01', outcomeType: 'transfer_out' }];
    expect(await refusal(await addPhoto(leaves, '?importId=9999'))).toBe('404 import_not_found');
    const add = (row: number, profile: object = {}) => ({ row, add: { name: 'New', categoryId: 77, profile } });
    const added = await importRows(
      id,
      { ...add(1, { ...day, reference: 'N1' }), categoryName: 'Hounds', earlierStays: stays },
      add(2),
    );
    await importRows(
      id,
      {
        row: 3,
        update: { petId: leaves, name: 'Left', status: 'sold', profile: { reference: 'L2', location: 'Home' } },
      },
      {
        row: 4,
        update: { petId: returns, status: 'available', categoryId: 78 },
        earlierStays: [...stays, { arrivedOn: '2025-05-01', outcomeOn: '2025-06-05' }],
      },
      { row: 5, update: { petId: unchanged, name: 'Frank' } },
    );
    service.now += 1;
    await importRows(id, { row: 6, update: { petId: leaves, profile: { breed: 'Pug' } } });
    for (const [row, outcomeOn] of [[7, '2023-03-01'] as const, [8, '2023-04-01'] as const]) {
      await importRows(id, { row, update: { petId: unchanged }, earlierStays: [{ ...known, outcomeOn }] });
    }
    expect([(await pastStaysOf(returns)).length, (await pastStaysOf(unchanged)).length]).toEqual([2, 1]);
    for (const petId of [leaves, idOf(added)]) {
      service.now += 1;
      expect((await addPhoto(petId, `?importId=${id}`)).status).toBe(201);
    }
    expect(await importOf(id)).toMatchObject({ added: 2, updated: 5, unchanged: 1 });
    expect(await contentBesideHistory(service)).not.toEqual(before);
    const closed = await service.fetch(`/v1/inquiries?petId=${leaves}`);
    expect(await bodyOf<object[]>(closed)).toMatchObject([{ stage: 'declined', reason: 'animal_adopted' }]);
    service.now += 1;
    expect(await undo(id)).toMatchObject({ state: 'undone', takenBack: 5, kept: 0, undoneBy: { type: 'key' } });
    expect(await contentBesideHistory(service)).toEqual(before);
    expect(await bodyOf<object>(await service.fetch('/v1/store/inventory'))).toMatchObject({ available });
    expect(await activity()).toEqual(counted);
    expect(await bodyOf<object[]>(await service.fetch('/v1/listings?q=left'))).toEqual([]);
    expect(await refusal(await send(id, [add(9)]))).toBe('409 import_closed');
  });

  test('an undo takes nothing of what people have done since, and says what it keeps', async () => {
    const [known, moved] = [await addListing(), await addListing({ profile: { reference: 'M1' } })];
    const id = await begin();
    const add = (row: number) => ({ row, add: { name: `Added ${row}`, categoryId: 91 }, categoryName: 'Kept' });
    const added = (await importRows(id, ...[1, 2, 3, 4, 5, 6].map(add))).map(({ petId = 0 }) => petId);
    const [ordered = 0, asked = 0, pictured = 0, renamed = 0, removed = 0, untouched = 0] = added;
    await importRows(
      id,
      { row: 7, update: { petId: known, name: 'Known' } },
      { row: 8, update: { petId: moved, profile: { reference: 'M2' } } },
    );
    await service.send('POST', '/v1/store/orders', { petId: ordered });
    await service.send('POST', '/v1/store/orders/1/cancel');
    await service.send('POST', '/v1/inquiries', { petId: asked, name: 'Ada', email: 'ada@example.org', message: 'Hi' });
    await addPhoto(pictured);
    await patch(`${renamed}`, { name: 'Renamed' });
    await service.fetch(`/v1/pets/${removed}`, { method: 'DELETE' });
    await patch(`${known}/profile`, { breed: 'Pug' });
    await importRows(id, { row: 9, update: { petId: known, name: 'Known 2' } });
    const taken = await addListing({ profile: { reference: 'M1' } });
    const mine = [ordered, asked, pictured, renamed, known, moved, taken];
    const before = await Promise.all(mine.map(read));
    expect(await undo(id)).toMatchObject({ takenBack: 1, kept: 7 });
    expect(await Promise.all(mine.map(read))).toEqual(before);
    expect((await service.fetch(`/v1/listings/${untouched}`)).status).toBe(404);
    const reasons = [
      ...[
        [removed, 'removed'],
        [renamed, 'changed'],
        [pictured, 'has_photo'],
        [asked, 'has_inquiry'],
      ],
      ...[
        [ordered, 'has_order'],
        [moved, 'reference_in_use'],
        [known, 'changed'],
      ],
    ].map(([petId, reason]) => ({ petId, reason }));
    expect(await kept(id)).toEqual(reasons);
    const page = await service.fetch(`/v1/imports/${id}/kept?limit=2`);
    const [, next = ''] = /<([^>]*)>/.exec(page.headers.get('Link') ?? '') ?? [];
    expect(await bodyOf<object[]>(await service.fetch(next.replace(/^.*(?=\/v1\/)/, '')))).toEqual(reasons.slice(2, 4));
    expect(await bodyOf(await service.fetch('/v1/categories/91'))).toMatchObject({ name: 'Kept' });
  });

  test('what an animal was is erased with it, and of all of them after 30 days', async () => {
    const records = (of: number) =>
      service.database.run(`SELECT before, tag FROM import_animals WHERE import_id = ${of}`);
    const id = await begin();
    const [petId, other] = [await addListing({ profile: { location: 'With Ada' } }), await addListing()];
    await importRows(
      id,
      { row: 1, update: { petId, profile: { location: null } } },
      { row: 2, update: { petId: other, name: 'B' } },
    );
    expect(String(await records(id))).toContain('With Ada');
    await service.fetch(`/v1/pets/${petId}`, { method: 'DELETE' });
    expect((await records(id))[0]).toEqual([null, null]);
    service.now += 30 * 86_400_000;
    expect(await refusal(await service.send('POST', `/v1/imports/${id}/undo`))).toBe('409 import_not_undoable');
    const now = BigInt(service.now);
    while ((await service.store.write(deleteExpiredImportRecords, { now, limit: 3 })) !== undefined);
    for (const table of ['import_animals', 'import_rows', 'import_categories']) {
      expect(await service.database.run(`SELECT * FROM ${table}`)).toEqual([]);
    }
    expect(await importOf(id)).toMatchObject({ updated: 2 });
  });
});

describe('a request', () => {
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  test('with rows that cannot be told apart is refused as a whole', async () => {
    const id = await begin();
    const add = { name: 'Rex', categoryId: 3 };
    for (const rows of [
      [
        { row: 1, add },
        { row: 1, add },
      ],
      [{ row: 0, add }],
      [{ add }],
      [7],
      [],
    ]) {
      expect(await refusal(await send(id, rows))).toBe('400 validation_failed');
    }
    expect(await refusal(await send(9_999, [{ row: 1, add }]))).toBe('404 import_not_found');
    expect(await importOf(id)).toMatchObject({ added: 0, refused: 0 });
  });
});
