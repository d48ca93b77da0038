import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { as } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

interface Found {
  items: { id: number; contact?: { name: string }; name?: string }[];
  next?: number;
}

let service: TestApp;
const send = async (path: string, body: object, headers = {}) =>
  await service.post(path, JSON.stringify(body), headers);
const search = async (path: string, text: string, before?: number) =>
  await bodyOf<Found>(await send(`/v1/${path}/search`, { text, ...(before !== undefined && { before }) }));
const namesOf = ({ items }: Found) => items.map(({ contact, name = contact?.name }) => name);

describe.each(engines)('on $name', (engine) => {
  let petId: number;
  beforeAll(async () => {
    service = await startApp({}, engine);
    petId = (await bodyOf<PetBody>(await send('/v1/pets', { name: 'Otto', categoryId: 1 }))).id;
    const people = [
      { name: 'Tom Baker', phone: '0512 / 555-0199', email: 'tom.b@example.org' },
      { name: 'Jörg Müller', phone: '+49 (0)151 234567' },
      { name: 'Ana Moreno', email: 'ana.moreno@example.org' },
    ];
    for (const contact of people) {
      const { id } = await bodyOf<PetBody>(await send('/v1/store/orders', { petId, contact }));
      await send(`/v1/store/orders/${id}/cancel`, {});
      await send('/v1/inquiries', { petId, ...contact, message: 'Hello' });
    }
  });
  afterAll(() => service.close());

  test.each([
    ['baker', ['Tom Baker']],
    ['MULLER jor', ['Jörg Müller']],
    ['tom.b@exam', ['Tom Baker']],
    ['moreno', ['Ana Moreno']],
    ['5550199', ['Tom Baker']],
    ['+15125550199', ['Tom Baker']],
    ['+1 513 555 0199', []],
    ['0151 23', ['Jörg Müller']],
    ['Joerg Mueller', ['Jörg Müller']],
    ['+49 151 234567', ['Jörg Müller']],
    ['example', ['Ana Moreno', 'Tom Baker']],
    ['aker', []],
    ['!', []],
  ])('%s finds %p in orders and in inquiries, the newest first', async (text, names) => {
    for (const path of ['store/orders', 'inquiries']) {
      const found = await search(path, text);
      expect([path, namesOf(found), found.next]).toEqual([path, names, undefined]);
    }
  });

  test('what is found is an order with its contact, or an inquiry, as a GET shows it', async () => {
    for (const path of ['store/orders', 'inquiries']) {
      const [item] = (await search(path, 'baker')).items;
      const response = await service.fetch(`/v1/${path}/${item?.id}`);
      expect(item as object).toEqual(await bodyOf<object>(response));
    }
  });

  test('a search reads a bounded number of entries, and goes on from where it ended', async () => {
    const found = await search('inquiries', 'example');
    const [first = { id: 0 }] = found.items;
    expect(namesOf(await search('inquiries', 'example', first.id))).toEqual(['Tom Baker']);
    for (let sent = 0; sent < 21; sent++) {
      await send('/v1/inquiries', { petId, name: `Zoe ${sent}`, phone: '1234567', message: `Hello ${sent}` });
    }
    const page = await search('inquiries', 'zoe');
    expect([page.items.length, page.next]).toEqual([20, page.items.at(-1)?.id]);
    expect(namesOf(await search('inquiries', 'zoe', page.next))).toEqual(['Zoe 0']);
  });

  onOneEngine(engine, () => {
    test('contacts of orders need contacts:read, and inquiries inquiries:read', async () => {
      for (const [path, scope, status] of [
        ['store/orders', 'orders:read', 403],
        ['store/orders', 'orders:read contacts:read', 200],
        ['inquiries', 'contacts:read', 403],
        ['inquiries', 'inquiries:read', 200],
      ] as const) {
        const response = await send(`/v1/${path}/search`, { text: 'baker' }, as(await service.makeKey(scope)));
        expect([path, scope, response.status]).toEqual([path, scope, status]);
      }
    });
  });
});
