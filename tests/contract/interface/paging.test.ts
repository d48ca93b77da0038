import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { nextCursor, nextPage, readPages } from '../../support/http/pages.ts';

let service: TestApp;

/** Sequentially, so that the ids ascend in the order of the statuses. */
async function addPets(count: number): Promise<void> {
  const statuses = ['available', 'pending', 'sold'];
  for (let index = 0; index < count; index++) {
    const draft = { name: `Pet ${index}`, categoryId: 1, status: statuses[index % 3] };
    await service.post('/v1/pets', JSON.stringify(draft));
  }
}

const read = async (path: string) => await bodyOf<PetBody[]>(await service.fetch(path));
const walk = (path: string) => readPages<PetBody>(service.fetch, path);

const total = async (path: string, prefer?: string) => {
  const { headers } = await service.fetch(path, prefer === undefined ? {} : { headers: { Prefer: prefer } });
  return [headers.get('X-Total-Count'), headers.get('Preference-Applied')];
};

const cursorOf = async (path: string) => nextCursor(await service.fetch(path));

describe.each(engines)('a list on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    await addPets(45);
  });
  afterAll(() => service.close());

  test('has 20 animals by default, and a link only if there are more, so that the last page may be full', async () => {
    for (const [first, lengths] of [
      ['/v1/pets', [20, 20, 5]],
      ['/v1/pets?limit=15', [15, 15, 15]],
    ] as const) {
      const found: number[] = [];
      for (let path: string | undefined = first; path !== undefined; ) {
        const response: Response = await service.fetch(path);
        found.push((await bodyOf<PetBody[]>(response)).length);
        path = nextPage(response);
      }
      expect(found).toEqual([...lengths]);
    }
  });

  test('an order that is the default is the same list as without it', async () => {
    const cursor = await cursorOf('/v1/pets?limit=7');
    const page = (query: string) => read(`/v1/pets?limit=7${query}&cursor=${cursor}`);
    expect(await page('&sort=id')).toEqual(await page(''));
    expect(await cursorOf('/v1/pets?limit=7&sort=id')).toBe(cursor);
  });

  test('lets the limit change between pages', async () => {
    const cursor = await cursorOf('/v1/pets?limit=3');
    expect(await read(`/v1/pets?limit=5&cursor=${cursor}`)).toEqual((await walk('/v1/pets?limit=8')).slice(3, 8));
  });

  describe('the filters', () => {
    test('return the existing animals among the requested ids, also with other filters', async () => {
      const idsOf = async (query: string) => (await read(`/v1/pets?${query}`)).map(({ id }) => id);
      expect(await idsOf('id=3&id=1&id=999999&id=3')).toEqual([1, 3]);
      expect(await idsOf('id=1&id=2&id=3&status=available&categoryId=1')).toEqual([1]);
    });

    test('return all animals requested by id in one page, unless a limit is given', async () => {
      const ids = Array.from({ length: 45 }, (_, index) => `id=${index + 1}`).join('&');
      const whole = await service.fetch(`/v1/pets?${ids}`);
      expect([(await bodyOf<PetBody[]>(whole)).length, whole.headers.get('Link')]).toEqual([45, null]);
      const part = await service.fetch(`/v1/pets?${ids}&limit=20`);
      expect(await bodyOf<PetBody[]>(part)).toHaveLength(20);
      expect(part.headers.get('Link')).toContain('limit=20');
    });

    test('accept up to 100 ids and page over them', async () => {
      const ids = Array.from({ length: 100 }, (_, index) => `id=${index + 1}`).join('&');
      expect(await walk(`/v1/pets?limit=9&${ids}`)).toHaveLength(45);
      expect((await service.fetch(`/v1/pets?${ids}&id=101`)).status).toBe(400);
    });
  });

  test('the total counts all matching entries, on every page', async () => {
    const sold = (await walk('/v1/pets?status=sold&limit=100')).length;
    expect(await total('/v1/pets?status=sold&limit=1', 'respond-async, count=exact')).toEqual([
      String(sold),
      'count=exact',
    ]);
    const cursor = await cursorOf('/v1/pets?status=sold&limit=2');
    expect(await total(`/v1/pets?status=sold&cursor=${cursor}`, 'count=exact')).toEqual([String(sold), 'count=exact']);
  });

  onOneEngine(engine, () => {
    describe('a cursor', () => {
      const refused = async (path: string) => {
        const response = await service.fetch(path, { headers: { Accept: 'application/problem+json' } });
        const detail = expect.stringContaining('follow the Link header');
        const errors = [{ pointer: '?cursor', detail, reason: 'cursor', values: [] }];
        expect(await response.json()).toMatchObject({ code: 'invalid_cursor', status: 400, errors });
      };

      test('is rejected if any of its bits was changed', async () => {
        const bytes = Buffer.from((await cursorOf('/v1/pets?limit=2')) ?? '', 'base64url');
        expect(bytes).toHaveLength(24);
        for (let bit = 0; bit < bytes.length * 8; bit++) {
          const changed = Buffer.from(bytes);
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          await refused(`/v1/pets?cursor=${changed.toString('base64url')}`);
        }
      });

      test('from another installation is rejected', async () => {
        const cursor = await cursorOf('/v1/pets?limit=2');
        service.restart({ cursorSecret: 'another secret' });
        await refused(`/v1/pets?cursor=${cursor}`);
        service.restart({});
      });
    });

    test('the filters reject invalid values, and report all of them together', async () => {
      const statuses = ['status=', 'status=Sold', 'status=sold&status=sold', 'status=sold,pending'];
      for (const query of [...statuses, 'id=', 'id=01', 'id=x', 'id=1,2', 'limit=0&status=x&id=y']) {
        const response = await service.fetch(`/v1/pets?${query}`);
        const { code, message } = (await response.json()) as { code: string; message: string };
        expect([query, response.status, code]).toEqual([query, 400, 'invalid_parameter']);
        if (query.includes('limit')) {
          expect(message).toMatch(/^Invalid query\. limit must be .*\. status must be .*\. id must be /);
        }
      }
    });

    test('the total is returned only on request', async () => {
      expect(await total('/v1/pets')).toEqual([null, null]);
      expect(await total('/v1/pets', 'return=minimal')).toEqual([null, null]);
    });
  });
});
