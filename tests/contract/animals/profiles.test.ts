import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { declaredFields } from '../../../contract/profile-fields.ts';
import { fieldsOf } from '../../../src/record/shapes/profile-model.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type EventBody, lastEventId, type MemberChange } from '../../support/data/events.ts';
import { refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';

let service: TestApp;

const add = async (fields: object = {}): Promise<number> =>
  (await bodyOf(await service.send('POST', '/v1/pets', { name: 'Frank', categoryId: 3, ...fields }))).id;
const get = (id: number, headers = {}) => service.fetch(`/v1/pets/${id}/profile`, { headers });
const send =
  (method: string) =>
  (id: number, body: unknown, headers: Record<string, string> = {}) =>
    service.send(method, `/v1/pets/${id}/profile`, body, headers);
const put = send('PUT');
const patch = send('PATCH');
const profileOf = async (id: number) => await bodyOf<object>(await get(id));
const remove = (id: number) => service.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
const lastEvents = async (count: number) => {
  const after = (await lastEventId(service)) - count;
  return await bodyOf<EventBody[]>(await service.fetch(`/v1/events?after=${after}`));
};

const byField = (changes: readonly MemberChange[]) =>
  changes.toSorted((one, other) => (one.field < other.field ? -1 : 1));

/** Every field of every kind, some with extreme values. */
const full = {
  ...Object.fromEntries(fieldsOf('text').map((name) => [name, `Some ${name}`])),
  ...Object.fromEntries(fieldsOf('word').map((name) => [name, declaredFields[name].words.at(-1)])),
  ...Object.fromEntries(fieldsOf('date').map((name) => [name, '1969-12-31'])),
  ...Object.fromEntries(fieldsOf('flag').map((name, index) => [name, index % 2 === 0])),
  description: '  Line one\r\nLine two 🐈\n',
  microchip: '985112003456789',
  goodWith: { children: true, dogs: false, cats: true, smallAnimals: false, livestock: true },
  tags: ['Zebra', 'apple', 'Äpfel', '\uffee', '😀'],
  fee: { amountMinor: 0, currency: 'EUR' },
  videos: ['https://youtu.be/b', 'https://example.org/a?b=c#d'],
  attributes: { 10: 'ten', 9: 'nine', __proto__x: 'y', weight: '4.2 kg', ['größe']: '"quoted"' },
};

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('an animal without a profile has an empty one, and one that does not exist has none', async () => {
    const id = await add();
    const found = await get(id);
    expect([found.status, await found.text()]).toEqual([200, '{}']);
    expect(found.headers.get('ETag')).toMatch(/^"/);
    for (const answer of [await get(9_999), await put(9_999, {}), await patch(9_999, {})]) {
      expect(await refusal(answer)).toBe('404 pet_not_found');
    }
  });

  test('every field is stored exactly, and what was read can be sent back without changing anything', async () => {
    const id = await add({ status: 'sold' });
    const stored = await put(id, full);
    expect([stored.status, await bodyOf<object>(stored)]).toEqual([200, full]);
    const read = await get(id);
    expect(read.headers.get('ETag')).toBe(stored.headers.get('ETag'));
    const text = await read.text();
    expect(JSON.parse(text)).toEqual(full);
    const before = await lastEvents(1);
    const tag = read.headers.get('ETag');
    for (const again of [await put(id, text), await patch(id, text), await patch(id, {})]) {
      expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([200, text, tag]);
    }
    expect(await lastEvents(1)).toEqual(before);
    await put(id, {});
  });

  test('members with any name, __proto__ included, and every 64-bit amount stay as they are', async () => {
    const id = await add();
    const body =
      '{"fee":{"amountMinor":9223372036854775807,"currency":"JPY"},"attributes":{"__proto__":"kept","a":"b"}}';
    expect(await (await put(id, body)).text()).toBe(body);
    expect(await (await get(id)).text()).toBe(body);
    expect(await (await patch(id, '{"attributes":{"a":null}}')).text()).toContain('{"__proto__":"kept"}');
    expect(await (await patch(id, '{"attributes":{"__proto__":null}}')).text()).not.toContain('attributes');
  });

  test('PUT removes what it omits, but nothing without a body, and empty collections are as good as missing ones', async () => {
    const id = await add();
    await put(id, { species: 'Dog', tags: ['b', 'a'], sex: 'male' });
    expect(await profileOf(id)).toEqual({ species: 'Dog', tags: ['a', 'b'], sex: 'male' });
    const emptied = await put(id, { breed: 'Beagle', tags: [], goodWith: {}, attributes: {} });
    expect(await bodyOf<object>(emptied)).toEqual({ breed: 'Beagle' });
    expect(await profileOf(id)).toEqual({ breed: 'Beagle' });
    for (const headers of [{ 'Content-Type': 'application/json' }, {}]) {
      const empty = await service.fetch(`/v1/pets/${id}/profile`, { method: 'PUT', headers });
      expect(await refusal(empty)).toBe('400 invalid_json');
    }
    expect(await profileOf(id)).toEqual({ breed: 'Beagle' });
    await put(id, {});
    expect(await profileOf(id)).toEqual({});
  });

  test('If-Match and If-None-Match hold for the profile', async () => {
    const id = await add();
    const tag = (await get(id)).headers.get('ETag') ?? '';
    expect((await put(id, { species: 'Cat' }, { 'If-Match': tag })).status).toBe(200);
    for (const write of [put, patch]) {
      expect(await refusal(await write(id, { species: 'Dog' }, { 'If-Match': tag }))).toBe('412 precondition_failed');
      expect((await write(id, { species: 'Dog' }, { 'If-None-Match': '*' })).status).toBe(412);
    }
    expect(await profileOf(id)).toEqual({ species: 'Cat' });
    const current = (await get(id)).headers.get('ETag') ?? '';
    expect((await get(id, { 'If-None-Match': current })).status).toBe(304);
  });

  test('a change has one event, which has the animal as it is and what has changed, without texts and what is for staff', async () => {
    const id = await add({ status: 'sold' });
    const [before] = await lastEvents(1);
    await put(id, { description: 'secret' });
    await patch(id, { description: 'secret' });
    await patch(id, { reference: 'secret', location: 'secret', attributes: { chip: 'secret' }, breed: 'Pug' });
    const fee = { amountMinor: 12_500, currency: 'EUR' };
    const facts = {
      breed: 'Beagle',
      birthDate: '2024-05-01',
      birthDatePrecision: 'month',
      tags: ['shy', 'calm'],
      goodWith: { dogs: false },
      fee,
    };
    await patch(id, { ...facts, location: 'elsewhere' });
    await put(id, { breed: 'Beagle', goodWith: { dogs: true } });
    const pet = { id, name: 'Frank', categoryId: 3, status: 'sold' };
    const actor = { type: 'key', id: 1, name: 'test' };
    const event = { type: 'pet.profile_changed', at: expect.anything(), petId: id, pet, actor };
    const first = (before?.id ?? 0) + 1;
    const gone = ['attributes', 'description', 'location', 'reference'].map((field) => ({ field }));
    const changes: MemberChange[][] = [
      [{ field: 'description' }],
      [{ field: 'attributes' }, { field: 'breed', to: 'Pug' }, { field: 'location' }, { field: 'reference' }],
      [
        { field: 'birthDate', to: '2024-05' },
        { field: 'breed', from: 'Pug', to: 'Beagle' },
        { field: 'fee', to: '125.00 EUR' },
        { field: 'goodWith.dogs', to: 'false' },
        { field: 'location' },
        { field: 'tags', to: 'calm, shy' },
      ],
      [
        { field: 'birthDate', from: '2024-05' },
        { field: 'fee', from: '125.00 EUR' },
        { field: 'goodWith.dogs', from: 'false', to: 'true' },
        { field: 'tags', from: 'calm, shy' },
        ...gone,
      ],
    ];
    const told = (await lastEvents(5)).map(({ changes: own, ...one }) => ({
      ...one,
      ...(own && { changes: byField(own) }),
    }));
    expect(told).toEqual([
      expect.objectContaining({ type: 'pet.created' }),
      ...changes.map((own, index) => ({ ...event, id: first + index, changes: byField(own) })),
    ]);
  });

  test('a profile says how an animal left exactly while it is sold, in the transaction and with the event of the change', async () => {
    const id = await add();
    const become = (status: string) => service.send('PATCH', `/v1/pets/${id}`, { status });
    const order = async (path: string) =>
      await bodyOf<{ id: number }>(await service.post(`/v1/store/orders${path}`, path === '' ? `{"petId":${id}}` : ''));
    await put(id, { breed: 'Beagle' });
    const died = { outcomeType: 'died', outcomeOn: '2020-02-29' };
    const early = await patch(id, died);
    const { status, message } = await refusalOf(early);
    expect(status).toBe(400);
    expect(message).toContain('outcomeOn must be omitted while the animal is available; make it sold first.');
    const outcomeOn = new Date(service.now).toISOString().slice(0, 10);
    const adopted = { breed: 'Beagle', outcomeType: 'adoption', outcomeOn };
    await become('sold');
    expect(await profileOf(id)).toEqual(adopted);
    await patch(id, died);
    expect(await profileOf(id)).toEqual({ breed: 'Beagle', ...died });
    await become('available');
    expect(await profileOf(id)).toEqual({ breed: 'Beagle' });
    const placed = await order('');
    await order(`/${placed.id}/complete`);
    expect(await profileOf(id)).toEqual(adopted);
    await order(`/${placed.id}/reopen`);
    expect(await profileOf(id)).toEqual({ breed: 'Beagle' });
    expect((await lastEvents(6)).map(({ type }) => type)).toEqual([
      ...['pet.updated', 'pet.profile_changed', 'pet.updated'],
      ...['order.placed', 'order.completed', 'order.reopened'],
    ]);
  });

  test('the inventory and the statistics do not count changes of profiles', async () => {
    const read = async () => {
      await service.untilSettled();
      const paths = ['/v1/store/inventory?by=category', '/v1/store/statistics'];
      return await Promise.all(paths.map(async (path) => await (await service.fetch(path)).text()));
    };
    const id = await add({ categoryId: 77 });
    const before = await read();
    await put(id, { species: 'Cat' });
    expect(await read()).toEqual(before);
  });

  test('a reference belongs to one animal, also when many ask for it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => add()));
    const answers = await Promise.all(ids.map((id) => patch(id, { reference: 'chip 1' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const owner = ids[answers.findIndex(({ status }) => status === 200)] ?? 0;
    const other = ids.find((id) => id !== owner) ?? 0;
    const refused = await put(other, { reference: 'chip 1', species: 'Cat' });
    expect(await bodyOf<object>(refused)).toEqual({
      ...{ status: 409, code: 'reference_in_use' },
      message: `The animal ${owner} already has the reference "chip 1". Nothing was changed.`,
    });
    expect(await profileOf(other)).toEqual({});
    const found = async () => await bodyOf<PetBody[]>(await service.fetch('/v1/pets?reference=chip%201'));
    expect((await found()).map(({ id }) => id)).toEqual([owner]);
    await patch(owner, { reference: null });
    expect(await found()).toEqual([]);
    expect((await patch(other, { reference: 'chip 1' })).status).toBe(200);
    expect((await patch(other, { reference: 'chip 1', breed: 'x' })).status).toBe(200);
    expect((await found()).map(({ id }) => id)).toEqual([other]);
    // Blanks and capitals do not matter, and a reference that another animal had before can be taken.
    expect((await patch(owner, { reference: ' CHIP1\u200B ' })).status).toBe(409);
    expect((await patch(other, { reference: 'Chip 1' })).status).toBe(200);
    expect((await found()).map(({ id }) => id)).toEqual([other]);
    expect((await patch(other, { reference: 'x' })).status).toBe(200);
    expect((await patch(owner, { reference: 'CHIP 1' })).status).toBe(200);
    expect((await found()).map(({ id }) => id)).toEqual([owner]);
    expect(await service.count('/v1/pets?reference=chip%201')).toBe(1);
  });

  test('an animal that is removed takes its profile with it', async () => {
    const id = await add();
    await put(id, { reference: 'gone', tags: ['gone'] });
    expect((await remove(id)).status).toBe(204);
    expect(await refusal(await get(id))).toBe('404 pet_not_found');
    const next = await add();
    expect((await put(next, { reference: 'gone', tags: ['gone'] })).status).toBe(200);
  });

  test('of many concurrent changes of one profile none is lost', async () => {
    const id = await add();
    const fields = ['species', 'breed', 'color', 'coat', 'location'];
    const answers = await Promise.all(fields.map((field) => patch(id, { [field]: field })));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect(await profileOf(id)).toEqual(Object.fromEntries(fields.map((field) => [field, field])));
  });

  test('an animal that is removed while its profile changes leaves no profile behind', async () => {
    const id = await add();
    const [changed, removed] = await Promise.all([put(id, { reference: 'orphan', tags: ['a'] }), remove(id)]);
    expect(removed.status).toBe(204);
    expect([200, 404]).toContain(changed.status);
    expect((await put(await add(), { reference: 'orphan' })).status).toBe(200);
  });

  onOneEngine(engine, () => {
    test.each([
      [{ species: 'Cat' }, { breed: 'Persian' }, { species: 'Cat', breed: 'Persian' }],
      [{ species: 'Cat', tags: ['a'] }, { species: null, tags: null, breed: null }, {}],
      [{ goodWith: { dogs: true } }, { goodWith: { cats: false } }, { goodWith: { dogs: true, cats: false } }],
      [{ goodWith: { dogs: true } }, { goodWith: { dogs: null } }, {}],
      [{ goodWith: { dogs: true }, neutered: true }, { goodWith: null, neutered: false }, { neutered: false }],
      [{ tags: ['a', 'b'] }, { tags: ['c'] }, { tags: ['c'] }],
      [{ attributes: { a: '1', b: '2' } }, { attributes: { a: null, c: '3' } }, { attributes: { b: '2', c: '3' } }],
      [{ attributes: { a: '1' } }, { attributes: null }, {}],
      [
        { fee: { amountMinor: 5, currency: 'EUR' } },
        { fee: { amountMinor: 7 } },
        { fee: { amountMinor: 7, currency: 'EUR' } },
      ],
      [{ fee: { amountMinor: 5, currency: 'EUR' } }, { fee: { amountMinor: null, currency: null } }, {}],
      [{ birthDate: '2024-05-01' }, {}, { birthDate: '2024-05-01', birthDatePrecision: 'day' }],
      [
        { birthDate: '2024-05-01', birthDatePrecision: 'month' },
        { birthDatePrecision: null },
        { birthDate: '2024-05-01', birthDatePrecision: 'day' },
      ],
      [{ birthDate: '2024-05-01', birthDatePrecision: 'month' }, { birthDate: null }, {}],
      [{ birthDate: '2024-05-01', birthDatePrecision: 'month' }, { birthDate: null, birthDatePrecision: 'month' }, {}],
    ])('%j, changed by %j, is %j', async (before, changes, after) => {
      const id = await add();
      await put(id, before);
      const changed = await patch(id, changes, { 'Content-Type': 'application/merge-patch+json' });
      expect([changed.status, await bodyOf<object>(changed)]).toEqual([200, after]);
      expect(await profileOf(id)).toEqual(after);
    });

    test('an invalid body is refused with every fault named by its pointer, and nothing is changed', async () => {
      const id = await add();
      await put(id, { species: 'Cat' });
      const body = {
        description: 'bell \u0007',
        species: null,
        sex: 'other',
        neutered: 'yes',
        birthDate: '2023-02-29',
        goodWith: { dogs: 1, birds: true },
        tags: ['twice', 'twice'],
        fee: { amountMinor: -1, currency: 'eur' },
        attributes: { ['x'.repeat(51)]: 'long name', empty: '' },
        more: 1,
      };
      const refused = await put(id, body, { Accept: 'application/problem+json' });
      const { errors } = await bodyOf<{ errors: { pointer: string; detail: string }[] }>(refused);
      expect(refused.status).toBe(400);
      expect(errors.map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual([
        '#/description must contain a visible character, and no control characters but line breaks, but has U+0007 as character 6',
        '#/species must be a string',
        '#/sex must be one of female, male, unknown',
        '#/neutered must be true or false',
        '#/birthDate must be a date such as 2027-01-31',
        '#/goodWith/dogs must be true or false',
        '#/goodWith/birds is unknown. Known fields: children, dogs, cats, smallAnimals, livestock',
        '#/tags must not contain duplicates',
        '#/fee/amountMinor must be a non-negative 64-bit integer',
        '#/fee/currency must be a code of three capital letters, such as EUR',
        `#/attributes/${'x'.repeat(51)} needs another name, which must have 1 to 50 characters, but has 51`,
        '#/attributes/empty must have 1 to 255 characters, but has 0',
        expect.stringContaining('#/more is unknown. Known fields: description, species'),
      ]);
      expect(await profileOf(id)).toEqual({ species: 'Cat' });
    });

    const facts = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${from + index}`, 'text']));
    test.each([
      ['birthDatePrecision', { birthDatePrecision: 'year' }, 'birthDatePrecision must be omitted without birthDate'],
      ['half a fee', { fee: { amountMinor: 5 } }, 'fee.currency is required'],
      ['the other half of a fee', { fee: { currency: 'EUR' } }, 'fee.amountMinor is required'],
      ['more attributes than allowed', { attributes: facts(30, 30) }, 'at most 50 members, but would have 60'],
      ['too many tags', { tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, 'at most 20 items'],
    ])('a change that leaves %s is refused', async (_, changes, message) => {
      const id = await add();
      await put(id, { attributes: facts(30) });
      const refused = { status: 400, code: 'validation_failed', message: expect.stringContaining(message) };
      expect(await refusalOf(await patch(id, changes))).toEqual(refused);
      expect(await profileOf(id)).toEqual({ attributes: facts(30) });
    });

    test('a day that cannot be is refused with its place; what an earlier release took stays with other changes', async () => {
      const id = await add({ status: 'sold' });
      const tomorrow = new Date(service.now + 86_400_000).toISOString().slice(0, 10);
      const detailsOf = async (changes: object) => {
        const answer = await patch(id, changes, { Accept: 'application/problem+json' });
        const { errors = [] } = await bodyOf<{ errors?: { pointer: string; detail: string }[] }>(answer);
        return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
      };
      expect(await detailsOf({ birthDate: '1899-12-30', arrivedOn: '0001-01-01' })).toEqual([
        '#/birthDate must be 1900-01-01 or later',
        '#/arrivedOn must be 1900-01-01 or later',
      ]);
      expect(await detailsOf({ birthDate: tomorrow })).toEqual(['#/birthDate must not be in the future']);
      expect(await detailsOf({ arrivedOn: '2026-03-02', outcomeOn: '2026-03-01' })).toEqual([
        '#/outcomeOn must not be before arrivedOn',
      ]);
      const today = new Date(service.now).toISOString().slice(0, 10);
      expect(await detailsOf({ birthDate: today, arrivedOn: '2026-03-01', outcomeOn: '2026-03-01' })).toEqual([]);
      expect(await detailsOf({ arrivedOn: '2026-03-02' })).toEqual(['#/outcomeOn must not be before arrivedOn']);
    });

    test('a profile never becomes larger than a request that sends it back', async () => {
      const id = await add();
      expect((await put(id, { description: '🐈'.repeat(10_000) })).status).toBe(200);
      const long = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`name ${index}`, '漢'.repeat(255)]));
      const { status, message } = await refusalOf(await patch(id, { attributes: long }));
      expect(status).toBe(400);
      expect(message).toMatch(/The body must have at most 49152 bytes of text, but would have \d+/);
      expect((await put(id, await (await get(id)).text())).status).toBe(200);
    });
  });
});
