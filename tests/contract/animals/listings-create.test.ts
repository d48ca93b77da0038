import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { type EventBody, lastEventId } from '../../support/data/events.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

let service: TestApp;
const post = (body: object, headers: Record<string, string> = {}) =>
  service.post('/v1/listings', JSON.stringify(body), headers);
const count = async () =>
  Number((await service.fetch('/v1/pets', { headers: { Prefer: 'count=exact' } })).headers.get('X-Total-Count'));

describe.each(engines)('adding an animal with its profile, on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    await service.fetch('/v1/categories/3', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Dogs"}',
    });
  });
  afterAll(() => service.close());

  test('stores both, and returns what a web site shows', async () => {
    const before = await lastEventId(service);
    const response = await post({ name: 'Rex', categoryId: 3, profile: { breed: 'Beagle', reference: 'A-1' } });
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
    await service.untilSettled();
    const events = await bodyOf<EventBody[]>(await service.fetch(`/v1/events?after=${before}`));
    expect(events.map(({ type }) => type)).toEqual(['pet.created', 'pet.profile_changed']);
  });

  test('without a profile it is the same as adding an animal', async () => {
    const before = await lastEventId(service);
    expect(await bodyOf<object>(await post({ name: 'Rex', categoryId: 4 }))).toMatchObject({ profile: {} });
    expect(await lastEventId(service)).toBe(before + 1);
  });

  test('stores neither if one of them is refused', async () => {
    await post({ name: 'Rex', categoryId: 3, profile: { reference: 'A-2' } });
    const before = await count();
    const taken = await post({ name: 'Max', categoryId: 3, profile: { reference: 'A-2' } });
    expect([taken.status, (await bodyOf<{ code: string }>(taken)).code]).toEqual([409, 'reference_in_use']);
    expect(await count()).toBe(before);
  });

  onOneEngine(engine, () => {
    test('names every error of both by its pointer, and stores neither', async () => {
      const before = await count();
      const accept = { Accept: 'application/problem+json' };
      const invalid = await post({ name: '', profile: { sex: 'x', birthDatePrecision: 'year' } }, accept);
      const { errors } = await bodyOf<{ errors: { pointer: string }[] }>(invalid);
      expect(errors.map(({ pointer }) => pointer)).toEqual(['#/categoryId', '#/name', '#/profile/sex']);
      const loose = await post({ name: 'Max', categoryId: 3, profile: { birthDatePrecision: 'year' } }, accept);
      expect(await bodyOf<object>(loose)).toMatchObject({ errors: [{ pointer: '#/profile/birthDatePrecision' }] });
      expect(await count()).toBe(before);
    });
  });
});
