import { afterEach, describe, expect, test } from 'bun:test';
import { Random } from '../../../cli/demo/seeded-random.ts';
import { deleteExpiredEvents, sequenceEvents } from '../../../src/record/events/rules.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { makePng } from '../../support/data/images.ts';
import { as, keyCalls } from '../../support/data/keys.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

/** The program of docs/export.md. */
interface Copy {
  animals: Map<string, Animal>;
  photos: Map<string, Uint8Array>;
  update(): Promise<void>;
}
interface Animal {
  id: string;
  photos: { sources: { url: string }[] }[];
}
type CreateCopy = (
  service: string,
  key: string,
  request: (url: string, init: RequestInit) => Promise<Response>,
) => Copy;
interface Changes {
  changed: { id: number }[];
  removed: number[];
  renamedCategories: object[];
  next: string;
  hasMore: boolean;
}

const document = await Bun.file(new URL('../../../docs/export.md', import.meta.url)).text();
const [, program = ''] = /```js\nexport (.*?)```/s.exec(document) ?? [];
const createCopy: CreateCopy = new Function(`${program}; return createCopy;`)();

let service: TestApp;
afterEach(() => service.close());

const png = { 'Content-Type': 'image/png' };
const send: TestApp['send'] = (method, path, body) => service.send(method, `/v1${path}`, body);
const makePublicKey = async () => (await keyCalls(service).make({ role: 'public', origins: ['*'] })).secret;
const changesFor = async (secret: string, after?: string, limit = 100): Promise<[number, Changes]> => {
  const query = after === undefined ? '' : `?after=${after}&limit=${limit}`;
  await service.untilSettled();
  const response = await service.fetch(`/v1/listings/changes${query}`, { headers: as(secret) });
  return [response.status, await bodyOf<Changes>(response)];
};

describe.each(engines)('on $name', (engine) => {
  test('the program of the document has every public animal and photo, and no other', async () => {
    service = await startApp({}, engine);
    // Other steps on each engine.
    const random = new Random(1 + engines.indexOf(engine));
    const pick = <Value>(values: readonly Value[]) => random.pick(values);
    let added = 0;
    const someone = () => `/pets/${1 + Math.floor(random.next() * Math.max(added, 1))}`;
    const steps: (() => Promise<unknown>)[] = [
      async () => {
        added++;
        const [status, categoryId] = [pick(['available', 'available', 'pending', 'sold']), pick([1, 2])];
        await send('POST', '/listings', { name: `Frank ${added}`, categoryId, status, profile: { species: 'Cat' } });
      },
      () => send('PATCH', someone(), { status: pick(['available', 'pending', 'sold']) }),
      () => send('PATCH', someone(), { name: `Bella ${random.next()}`, categoryId: pick([1, 2, 3]) }),
      () => send('PATCH', `${someone()}/profile`, { breed: pick(['Beagle', 'Pug', null]) }),
      () => send('DELETE', someone()),
      () => send('PUT', `/categories/${pick([1, 2, 3])}`, { name: `Cats ${random.next()}` }),
      async () => {
        const placed = await send('POST', '/store/orders', { petId: Number(someone().slice(6)) });
        const order = await bodyOf<{ id?: number }>(placed);
        if (order.id !== undefined) await send('POST', `/store/orders/${order.id}/${pick(['complete', 'cancel'])}`);
      },
      () =>
        service.post(
          `/v1${someone()}/photos`,
          makePng(2, 2, () => [added % 256, 1, 1]),
          png,
        ),
      async () => {
        const path = `${someone()}/photos`;
        const response = await send('GET', path);
        const [photo] = response.ok ? await bodyOf<{ id: number }[]>(response) : [];
        if (photo !== undefined) await send('DELETE', `${path}/${photo.id}`);
      },
    ];
    const change = async () => {
      service.now += 1_000;
      await pick(steps)();
    };
    for (let step = 0; step < 30; step++) await pick(steps.slice(0, 2))();
    // Changes also come between the requests of the program.
    let isQuiet = false;
    const request = async (url: string, init: RequestInit) => {
      for (let count = 0; !isQuiet && count < 2; count++) await change();
      return await service.fetch(url.slice(origin.length), init);
    };
    const secret = await makePublicKey();
    const copies = [secret, await service.makeKey('reader')].map((key) => createCopy(origin, key, request));
    for (let round = 0; round < 6; round++) {
      for (let step = 0; step < 6; step++) await change();
      for (const copy of copies) await copy.update();
    }
    isQuiet = true;
    await service.untilSettled();
    for (const [index, copy] of copies.entries()) {
      await copy.update();
      const get = (path: string) =>
        service.fetch(path, { headers: { Prefer: 'int64=string', ...(index === 0 && as(secret)) } });
      const shown = await readPages<Animal>(get, '/v1/listings?limit=100');
      expect(shown.length).toBeGreaterThan(5);
      expect([...copy.animals.values()].toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual(shown);
      const urls = shown.flatMap(({ photos }) => photos.map(({ sources }) => sources[0]?.url));
      expect([...copy.photos.keys()].toSorted()).toEqual(urls.toSorted() as string[]);
    }
  });

  test('what the public has not seen is not told, and a position that is not good any more says so', async () => {
    service = await startApp({}, engine);
    const [secret, staff] = [await makePublicKey(), await service.makeKey('reader')];
    const [, { next: start }] = await changesFor(secret);
    const [, { next: staffStart }] = await changesFor(staff);
    await send('POST', '/pets', { name: 'Hidden', categoryId: 1, status: 'sold' });
    await send('POST', '/pets', { name: 'Frank', categoryId: 2 });
    await send('POST', '/pets', { name: 'Bella', categoryId: 2 });
    for (const id of [1, 2]) await send('PATCH', `/pets/${id}`, { name: 'Other' });
    await send('PATCH', '/pets/2', { status: 'sold' });
    await send('POST', '/listings', { name: 'Seized', categoryId: 3, profile: { holdUntil: '9999-12-31' } });
    await send('PUT', '/categories/1', { name: 'Hidden cats' });
    await send('PUT', '/categories/2', { name: 'Dogs' });
    await send('PUT', '/categories/3', { name: 'Seized animals' });
    expect(await changesFor(secret, start)).toMatchObject([
      200,
      {
        changed: [{ id: 3, category: { name: 'Dogs' } }],
        removed: [2, 4],
        renamedCategories: [{ id: 2, name: 'Dogs' }],
        hasMore: false,
      },
    ]);
    const [, all] = await changesFor(staff, staffStart);
    expect([all.changed.map(({ id }) => id), all.removed, all.renamedCategories.length]).toEqual([[1, 2, 3, 4], [], 3]);
    await send('DELETE', '/pets/1');
    expect(await changesFor(staff, all.next)).toMatchObject([200, { changed: [], removed: [1] }]);

    // Pages of one animal or name each.
    const pages: Changes[] = [];
    let after = staffStart;
    do {
      const [, page] = await changesFor(staff, after, 1);
      pages.push(page);
      after = page.next;
    } while (pages.at(-1)?.hasMore);
    const sizes = pages.map((page) => [...page.changed, ...page.removed, ...page.renamedCategories].length);
    expect(Math.max(...sizes)).toBe(1);
    expect(new Set(pages.flatMap(({ changed }) => changed.map(({ id }) => id)))).toEqual(new Set([2, 3, 4]));

    expect(await changesFor(staff, start)).toMatchObject([
      400,
      { code: 'invalid_cursor', message: expect.stringContaining('after is not the `next` of a response') },
    ]);
    // An animal on hold comes back by itself.
    const held = new Date(service.now + 86_400_000).toISOString().slice(0, 10);
    await send('PATCH', '/pets/3/profile', { holdUntil: held });
    const [, { removed, next }] = await changesFor(secret, start);
    expect(removed).toEqual([2, 3, 4]);
    service.now += 2 * 86_400_000;
    expect(await changesFor(secret, next)).toMatchObject([200, { changed: [{ id: 3 }], removed: [], hasMore: true }]);

    service.restart({ publicStatuses: ['available'] });
    expect(await changesFor(secret, start)).toMatchObject([410, { code: 'changes_expired' }]);
    while (await service.store.write(sequenceEvents, null));
    await service.store.write(deleteExpiredEvents, { until: BigInt(service.now), limit: 100, after: 0n });
    expect(await changesFor(staff, staffStart)).toMatchObject([410, { code: 'changes_expired' }]);
    expect((await changesFor(staff, after))[0]).toBe(200);
  });
});
