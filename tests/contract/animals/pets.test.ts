import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { anyCharacter } from '../../support/data/any-character.ts';
import { lastEventId, readEvents } from '../../support/data/events.ts';
import { refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine, sqlite } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';

let service: TestApp;

const create = (body: unknown) => service.send('POST', '/v1/pets', body);
const addListing = (body: unknown, headers = {}) => service.send('POST', '/v1/listings', body, headers);

/** Names must contain a visible character. */
const named: readonly [what: string, give: (name: string) => Promise<Response>][] = [
  ['an animal', (name) => create({ name, categoryId: 1 })],
  ['an animal that is there', (name) => service.send('PATCH', '/v1/pets/1', { name })],
  ['a category', (name) => service.send('PUT', '/v1/categories/1', { name })],
  ['a key', (name) => service.send('POST', '/v1/keys', { name, role: 'reader' })],
];

const visible = ['\u200bRex\u2060', ' Rex ', 'نور\u200f', '👩\u200d🚒', '❤\ufe0f', 'a\u00adb', '\u{1f415}', '·'];

const message = async (response: Response) => (await refusalOf(response)).message;

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    await service.send('PUT', '/v1/categories/3', { name: 'Dogs' });
    await create({ name: 'Frank', categoryId: 1 });
  });
  afterAll(() => service.close());

  describe('createPet', () => {
    test('responds with 201, the animal, its id and its URL, and makes it available by default', async () => {
      const response = await create({ name: 'Frank', categoryId: 3, status: 'pending' });
      const pet = await bodyOf(response);
      expect(response.status).toBe(201);
      expect(pet).toEqual({ id: expect.any(Number), name: 'Frank', categoryId: 3, status: 'pending' });
      expect(response.headers.get('Location')).toBe(`${origin}/v1/pets/${pet.id}`);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(await bodyOf(await create({ name: 'Frank', categoryId: 3 }))).toMatchObject({ status: 'available' });
    });

    test('stores a name byte for byte', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 255 }), async (name) => {
          fc.pre(/[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name) && !/\p{Cc}/u.test(name));
          const created = await bodyOf(await create({ name, categoryId: 1 }));
          const found = await bodyOf(await service.fetch(`/v1/pets/${created.id}`));
          expect([created.name, found.name]).toEqual([name, name]);
        }),
        { numRuns: engine === sqlite ? 100 : 40 },
      );
    });

    test('keeps every int64 exact from request to response, however it is written', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
          fc.constantFrom('', '.0', '.000', 'e0', 'E+0', '.00e-0'),
          async (categoryId, suffix) => {
            const response = await service.post('/v1/pets', `{"name":"Rex","categoryId":${categoryId}${suffix}}`);
            const text = await response.text();
            expect(text).toContain(`"categoryId":${categoryId},`);
            const id = /"id":([0-9]+)/.exec(text)?.[1];
            expect(await (await service.fetch(`/v1/pets/${id}`)).text()).toBe(text);
          },
        ),
        { numRuns: engine === sqlite ? 100 : 40 },
      );
    });
  });

  test.each(named)('%s keeps every visible name unchanged', async (_, give) => {
    for (const name of visible) {
      const response = await give(name);
      expect([response.status < 300, (await bodyOf<{ name: string }>(response)).name]).toEqual([true, name]);
    }
  });

  describe('createListing', () => {
    test('stores both, and returns what a web site shows', async () => {
      const before = await lastEventId(service);
      const response = await addListing({ name: 'Rex', categoryId: 3, profile: { breed: 'Beagle', reference: 'A-1' } });
      const listing = await bodyOf<{ id: number; createdAt: string }>(response);
      expect(response.status).toBe(201);
      expect(response.headers.get('Location')).toEndWith(`/v1/listings/${listing.id}`);
      expect(listing).toMatchObject({
        name: 'Rex',
        status: 'available',
        category: { id: 3, name: 'Dogs' },
        profile: { breed: 'Beagle', reference: 'A-1' },
        createdAt: expect.stringMatching(/Z$/),
      });
      expect(await bodyOf<object>(await service.fetch(`/v1/listings/${listing.id}`))).toEqual(listing);
      const events = await readEvents(service.fetch, before, 2);
      expect(events.map(({ type }) => type)).toEqual(['pet.created', 'pet.profile_changed']);
    });

    test('without a profile it is the same as adding an animal', async () => {
      const before = await lastEventId(service);
      expect(await bodyOf<object>(await addListing({ name: 'Rex', categoryId: 4 }))).toMatchObject({ profile: {} });
      expect(await lastEventId(service)).toBe(before + 1);
    });

    test('stores neither if one of them is refused', async () => {
      await addListing({ name: 'Rex', categoryId: 3, profile: { reference: 'A-2' } });
      const before = await service.count('/v1/pets');
      const taken = await addListing({ name: 'Max', categoryId: 3, profile: { reference: 'A-2' } });
      expect(await refusal(taken)).toBe('409 reference_in_use');
      expect(await service.count('/v1/pets')).toBe(before);
    });
  });

  describe('getPet', () => {
    test('links to its replacement for the same animal', async () => {
      const { id } = await bodyOf(await create({ name: 'Frank', categoryId: 3 }));
      const link = (await service.fetch(`/v1/pets/${id}`)).headers.get('Link');
      expect(link).toContain(`<${origin}/v1/pets?id=${id}>; rel="successor-version"`);
      expect(await bodyOf<PetBody[]>(await service.fetch(`/v1/pets?id=${id}`))).toEqual([
        { id, name: 'Frank', categoryId: 3, status: 'available' },
      ]);
    });
  });

  describe('a GET', () => {
    test('responds with 304 while its bytes are the same', async () => {
      for (const path of ['/v1/pets', '/v1/pets?limit=1', '/v1/pets/1']) {
        const first = await service.fetch(path);
        const etag = first.headers.get('ETag') ?? '';
        for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await service.fetch(path, { headers: { 'If-None-Match': given } });
          expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
        }
        expect((await service.fetch(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
        expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
      }
    });

    test('has another ETag after its body or its next link changes', async () => {
      const etag = async (path: string) => (await service.fetch(path)).headers.get('ETag');
      const only = await bodyOf(await create({ name: 'Only', categoryId: 1, status: 'sold' }));
      const path = `/v1/pets?status=sold&limit=1`;
      const [first] = await bodyOf<PetBody[]>(await service.fetch(path));
      const before = await etag(path);
      await create({ name: 'Next', categoryId: 1, status: 'sold' });
      expect(await etag(path)).not.toBe(before);
      expect(first?.id).toBeLessThanOrEqual(only.id);
    });
  });

  onOneEngine(engine, () => {
    describe('createPet', () => {
      test('counts the characters of a name in code points', async () => {
        expect((await create({ name: '🐕'.repeat(255), categoryId: 1 })).status).toBe(201);
        const refused = await create({ name: '🐕'.repeat(256), categoryId: 1 });
        expect(await message(refused)).toContain('name must have 1 to 255 characters, but has 256');
      });

      test('rejects a category that is no 64-bit integer', async () => {
        const numbers = ['1.5', '9223372036854775808', '-9223372036854775809', '1e19'];
        for (const categoryId of [...numbers, '"5"', 'true', 'null', '[]', '{}']) {
          const response = await service.post('/v1/pets', `{"name":"Rex","categoryId":${categoryId}}`);
          expect([categoryId, response.status]).toEqual([categoryId, 400]);
          expect(await message(response)).toContain('categoryId must be a 64-bit integer');
        }
      });

      test('stores nothing of an invalid request, and lists all errors in one message', async () => {
        const total = () => service.count('/v1/pets?limit=1');
        const before = await total();
        for (const status of ['Sold', null]) {
          const response = await create({ name: ' \t', status, id: 7, constructor: 1 });
          const error = await bodyOf<{ code: string; message: string; status: number }>(response);
          expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
          for (const part of [
            'name must contain a visible character',
            'categoryId is required',
            'status must be one of',
            'Unknown fields "id", "constructor". Known fields: name',
          ]) {
            expect(error.message).toContain(part);
          }
        }
        expect(await total()).toBe(before);
      });
    });

    // The unit test of the schema has every character that cannot be seen.
    test.each(named)('%s cannot have a name that cannot be seen', async (_, give) => {
      expect(await refusalOf(await give(' \u200b\u2800\ufe0f\u{e0041}\u2060\u2009'))).toEqual({
        status: 400,
        code: 'validation_failed',
        message: 'Invalid request body. name must contain a visible character and no control characters.',
      });
    });

    test('createListing names every error of both by its pointer, and stores neither', async () => {
      const before = await service.count('/v1/pets');
      const accept = { Accept: 'application/problem+json' };
      const invalid = await addListing({ name: '', profile: { sex: 'x', birthDatePrecision: 'year' } }, accept);
      const { errors } = await bodyOf<{ errors: { pointer: string }[] }>(invalid);
      expect(errors.map(({ pointer }) => pointer)).toEqual(['#/categoryId', '#/name', '#/profile/sex']);
      const loose = await addListing({ name: 'Max', categoryId: 3, profile: { birthDatePrecision: 'year' } }, accept);
      expect(await bodyOf<object>(loose)).toMatchObject({ errors: [{ pointer: '#/profile/birthDatePrecision' }] });
      expect(await service.count('/v1/pets')).toBe(before);
    });

    describe('getPet', () => {
      test('responds with 404 to what is no id, and explains the format', async () => {
        const numbers = ['0', '-1', '999999999999', '01', '+1', '-0', '1.0', '1e2', '9223372036854775808'];
        for (const id of [...numbers, 'abc', '%20', '%31x', '%00', '..%2f1']) {
          const response = await service.fetch(`/v1/pets/${id}`);
          const error = await bodyOf<{ code: string; message: string; status: number }>(response);
          expect([id, response.status, error.code, error.status]).toEqual([id, 404, 'pet_not_found', 404]);
          if (id === 'abc') expect(error.message).toBe('petId must be a 64-bit integer.');
        }
      });

      test('accepts a percent-encoded digit', async () => {
        const { id } = await bodyOf(await create({ name: 'Frank', categoryId: 3 }));
        const encoded = String(id).replaceAll(/./g, (digit) => `%3${digit}`);
        expect(await bodyOf(await service.fetch(`/v1/p%65ts/${encoded}`))).toMatchObject({ id });
      });
    });

    test('a GET is JSON, whatever the client prefers', async () => {
      const headers = { Accept: 'text/html' };
      for (const [path, status] of [
        ['/v1/pets', 200],
        ['/v1/pets/abc', 404],
      ] as const) {
        const response = await service.fetch(path, { headers });
        expect([response.status, response.headers.get('Content-Type')]).toEqual([status, 'application/json']);
      }
    });
  });
});
