import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createClient } from '../../../client/index.ts';
import { createMapping } from '../../../importer/map/mapping.ts';
import type { Plan } from '../../../importer/plan.ts';
import { RejectedRows } from '../../../importer/report/rejected-rows.ts';
import { ImportRun } from '../../../importer/run/import-run.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { makePng } from '../../support/data/images.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

let service: TestApp;

const body = '{"name":"Once","categoryId":1}';
const create = (idempotencyKey: string, payload = body, headers: Record<string, string> = {}) =>
  service.post('/v1/pets', payload, { 'Idempotency-Key': idempotencyKey, ...headers });
const post = async (path: string, payload: string | Uint8Array, headers: Record<string, string>) =>
  await service.post(`/v1${path}`, payload, headers);
const addPet = async () => (await bodyOf(await service.post('/v1/pets', body))).id;
const isReplayed = ({ headers }: Response) => headers.get('Idempotency-Replayed') === 'true';
const total = () => service.count('/v1/pets?limit=1');

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('a retry gets the first response, byte for byte, and adds nothing', async () => {
    const first = await create('repeat-1');
    const count = await total();
    const again = await create('repeat-1');
    expect([first.headers.get('Idempotency-Replayed'), isReplayed(again), again.status]).toEqual([null, true, 201]);
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(await again.text()).toBe(await first.text());
    expect(await total()).toBe(count);
  });

  test('another payload with the same key is rejected and adds nothing', async () => {
    await create('reused-1');
    const count = await total();
    const response = await create('reused-1', '{"name":"Other","categoryId":1}');
    expect(await response.json()).toMatchObject({ code: 'idempotency_key_reused', status: 422 });
    expect(await total()).toBe(count);
  });

  test('the same key from two clients is two keys', async () => {
    const other = { Authorization: `Bearer ${await service.makeKey('editor')}` };
    const mine = await bodyOf(await create('shared-1'));
    const theirs = await create('shared-1', body, other);
    expect(theirs.headers.get('Idempotency-Replayed')).toBeNull();
    expect((await bodyOf(theirs)).id).not.toBe(mine.id);
  });

  test('a failed request leaves its key unused', async () => {
    expect((await create('failed-1', '{"name":"Once"}')).status).toBe(400);
    expect((await create('failed-1')).status).toBe(201);
  });

  test('of fifty concurrent requests one is executed, and the others get its response or are told to wait', async () => {
    const count = await total();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('parallel-1')));
    expect(await total()).toBe(count + 1);
    const bodies = new Set<string>();
    for (const answer of answers) {
      if (answer.status === 201) bodies.add(await answer.text());
      else {
        expect(await answer.json()).toMatchObject({ code: 'idempotency_in_progress', status: 409 });
        expect(answer.headers.get('Retry-After')).toBe('1');
      }
    }
    expect(bodies.size).toBe(1);
    // Those that come while it is executed do not take a place in the queue of writes.
    expect(answers.map(({ status }) => status)).toContain(409);
  });

  test('an import rejects no row that another run of it is adding, and ends instead', async () => {
    const count = await total();
    const fetch = (url: string, init: RequestInit) => service.fetch(url.slice(origin.length), init);
    const client = createClient({ baseUrl: origin, apiKey: await service.makeKey('editor'), retries: 0, fetch });
    const columns = ['name', 'categoryId', 'status'];
    const roles = ['name', 'category', 'status'] as const;
    const none = new Map<string, never>();
    const plan: Plan = {
      isExact: false,
      columns: roles.map((role, index) => ({ column: columns[index] ?? '', role })),
      ...{ leaveOut: [], numberedDates: none, codes: none, answers: none },
    };
    const runs = Array.from({ length: 10 }, () => {
      const rejectedRows = new RejectedRows(columns, () => undefined);
      return new ImportRun({
        client,
        mapping: createMapping(plan, columns, { now: new Date(service.now) }),
        check: { newestLines: none, histories: none, conflicts: new Map() },
        async *rows() {
          yield { line: 2, cells: ['Once', '1', 'available'] };
        },
        ...{ contentHash: 'of the file', fileName: 'animals.csv', rowCount: 1 },
        hash: (text) => new Bun.CryptoHasher('sha256').update(text).digest('base64url'),
        rejectedRows,
        concurrency: 1,
        outlastsOutages: false,
      });
    });
    await Promise.all(runs.map((run) => run.work()));
    const ended = runs.filter(({ failure }) => failure !== undefined);
    expect(ended.map(({ failure }) => failure)).toEqual(ended.map(() => expect.objectContaining({ status: 409 })));
    expect(runs.map(({ progress }) => progress.rejected)).toEqual(runs.map(() => 0));
    expect(await total()).toBe(count + 1);
  });

  test('a response is stored for 24 hours, and its key can be reused afterwards', async () => {
    const start = service.now;
    const first = await bodyOf(await create('day-1'));
    service.now = start + 24 * 60 * 60 * 1_000 - 1;
    expect((await create('day-1')).headers.get('Idempotency-Replayed')).toBe('true');
    service.now = start + 24 * 60 * 60 * 1_000;
    const later = await create('day-1', '{"name":"Another day","categoryId":1}');
    expect(later.status).toBe(201);
    expect((await bodyOf(later)).id).not.toBe(first.id);
    service.now = start;
  });

  test('an order is placed and ended once, and a retry of either gets the first response', async () => {
    const petId = await addPet();
    const place = () => post('/store/orders', `{"petId":${petId}}`, { 'Idempotency-Key': `place-${petId}` });
    const [first, again] = [await place(), await place()];
    const text = await first.text();
    expect([again.status, isReplayed(again), await again.text()]).toEqual([201, true, text]);
    const { id } = JSON.parse(text) as { id: number };
    // A retry has no contact, and so not the bytes that an ETag would be of.
    const tag = (await service.fetch(`/v1/store/orders/${id}`)).headers.get('ETag');
    expect([first.headers.get('ETag'), again.headers.get('ETag')]).toEqual([tag, null]);
    const complete = () => post(`/store/orders/${id}/complete`, '', { 'Idempotency-Key': `complete-${id}` });
    const [ended, endedAgain] = [await complete(), await complete()];
    expect([endedAgain.status, await endedAgain.text()]).toEqual([200, await ended.text()]);
  });

  test('an animal is added with its profile once', async () => {
    const count = await total();
    const draft = '{"name":"Once","categoryId":3,"profile":{"tags":["calm"]}}';
    const send = () => post('/listings', draft, { 'Idempotency-Key': 'listing-1' });
    const [first, again] = [await send(), await send()];
    expect([isReplayed(again), await again.text()]).toEqual([true, await first.text()]);
    expect(await total()).toBe(count + 1);
  });

  test('a photo is added once for a key, which is bound to the bytes and their type', async () => {
    const photos = `/pets/${await addPet()}/photos`;
    const [photo, other] = [1, 9].map((color) => makePng(4, 4, () => [color, 9, 9]));
    const upload = (bytes = photo, type = 'image/png') =>
      post(photos, bytes ?? '', { 'Content-Type': type, 'Idempotency-Key': photos });
    const stored = async () => (await Array.fromAsync(service.photoStore.list())).length;
    const [first, count] = [await upload(), await stored()];
    const again = await upload();
    expect([isReplayed(again), await again.text()]).toEqual([true, await first.text()]);
    expect([await stored(), count]).toEqual([1, 1]);
    for (const refused of [await upload(other), await upload(photo, 'image/jpeg')]) {
      expect(await refused.json()).toMatchObject({ code: 'idempotency_key_reused', status: 422 });
    }
    expect(await bodyOf<object[]>(await service.fetch(`/v1${photos}`))).toHaveLength(1);
  });

  onOneEngine(engine, () => {
    const preference = { Prefer: 'int64=string' };

    test('a quoted key equals the same key without quotes', async () => {
      const first = await (await create('quoted-1')).text();
      expect(await (await create('"quoted-1"')).text()).toBe(first);
    });

    test.each([
      ['/pets', '{"name":"Otis","categoryId":9007199254740993}', '{"name":"Otis","categoryId":"9007199254740993"}'],
      ['/keys', '{"name":"site","role":"reader"}', '{"name":"site","role":"reader"}'],
    ])(
      'a retry of POST %s gets the first response, also its secret, with integers in the form that it prefers',
      async (path, body, withTexts) => {
        const key = { 'Idempotency-Key': crypto.randomUUID() };
        const first = await (await post(path, body, key)).text();
        const retry = await post(path, body, { ...key, ...preference });
        expect(isReplayed(retry)).toBe(true);
        expect(await retry.text()).toBe(first.replace(/("id"|"categoryId"):(\d+)/g, '$1:"$2"'));
        expect(await (await post(path, body, key)).text()).toBe(first);
        const text = { 'Idempotency-Key': crypto.randomUUID(), ...preference };
        const [one, other] = [await post(path, withTexts, text), await post(path, withTexts, text)];
        expect([one.status, other.status, isReplayed(one), isReplayed(other)]).toEqual([201, 201, false, true]);
        expect(await other.text()).toBe(await one.text());
      },
    );
  });
});
