import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { petSorts } from '../../../contract/pet.ts';
import { indexPets } from '../../../src/animals/pets/index-rules.ts';
import { foldText } from '../../../src/lib/fold-text.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody as Pet } from '../../support/http/body.ts';
import { nextCursor, nextPage } from '../../support/http/pages.ts';

let service: TestApp;

const query = (values: Record<string, string>) => `/v1/pets?${new URLSearchParams(values)}`;

async function add(name: string, more: object = {}): Promise<Pet> {
  service.now += 1;
  const response = await service.post('/v1/pets', JSON.stringify({ name, categoryId: 1, ...more }));
  expect(response.status).toBe(201);
  return await bodyOf(response);
}

/** As the background job does. Animals that are added afterwards are not in the indexes. */
async function indexSoFar(): Promise<void> {
  await service.store.write(indexPets, null);
}

async function change(id: number, changes: object): Promise<void> {
  service.now += 1;
  const response = await service.send('PATCH', `/v1/pets/${id}`, changes);
  expect(response.status).toBe(200);
}

/** The animals on all pages. `between` runs after each page. */
async function walk(values: Record<string, string>, between: () => Promise<unknown> = async () => undefined) {
  const found: Pet[] = [];
  let next: string | undefined = query(values);
  for (let pages = 0; next !== undefined && pages < 200; pages++) {
    const response: Response = await service.fetch(next);
    expect(response.status).toBe(200);
    found.push(...(await bodyOf<Pet[]>(response)));
    next = nextPage(response);
    await between();
  }
  expect(next).toBeUndefined();
  return found;
}

const namesFor = async (q: string, more: Record<string, string> = {}) =>
  (await walk({ q, ...more })).map(({ name }) => name);

const errorFor = async (values: Record<string, string>) =>
  await bodyOf<{ message: string }>(await service.fetch(query(values)));

const names = [
  'Rosé',
  'Mr. ROSS Müller',
  'Prose',
  'Мурка',
  'мур-мур',
  'Οδυσσεύς',
  'Ὀδυσσεὺς ΔΥΟ',
  '小白',
  '大白小',
  'Straße',
  "D'Artagnan *",
  'ISPARTA ılgın',
  '🐶',
  'Rex 007',
];

describe.each(engines)('on $name', (engine) => {
  describe('a search', () => {
    beforeAll(async () => {
      service = await startApp({}, engine);
      for (const [index, name] of names.entries()) {
        if (index === names.length / 2) await indexSoFar();
        await add(name);
      }
    });
    afterAll(() => service.close());

    test('finds the beginnings of words, whatever their case, accents and script', async () => {
      const expected = {
        ros: ['Rosé', 'Mr. ROSS Müller'],
        ROSE: ['Rosé'],
        rosé: ['Rosé'],
        'muller mr': ['Mr. ROSS Müller'],
        'mu ros': ['Mr. ROSS Müller'],
        ose: [],
        мур: ['Мурка', 'мур-мур'],
        МУРК: ['Мурка'],
        οδυσσευς: ['Οδυσσεύς', 'Ὀδυσσεὺς ΔΥΟ'],
        'ΟΔΥΣΣΕΥΣ δύο': ['Ὀδυσσεὺς ΔΥΟ'],
        小: ['小白', '大白小'],
        小白: ['小白'],
        白: ['小白', '大白小'],
        strasse: ['Straße'],
        STRASSE: ['Straße'],
        art: ["D'Artagnan *"],
        ilgin: ['ISPARTA ılgın'],
        İ: ['ISPARTA ılgın'],
        '7': [],
        '00': ['Rex 007'],
        'rex*': ['Rex 007'],
        [`"rex" -- NEAR'`]: [],
        [`"rex" : 0`]: ['Rex 007'],
      };
      const found: Record<string, string[]> = {};
      for (const q of Object.keys(expected)) found[q] = await namesFor(q);
      expect(found).toEqual(expected);
    });

    test('has the same entity tag and Link for the same content, and other ones for another order', async () => {
      const of = async (values: Record<string, string>) => (await service.fetch(query(values))).headers.get('ETag');
      expect(await of({ q: 'ros' })).toBe(await of({ q: 'ros' }));
      expect(await of({ q: 'ros' })).not.toBe(await of({ q: 'ros', sort: '-id' }));
      const etag = (await of({ q: 'ros' })) ?? '';
      expect((await service.fetch(query({ q: 'ros' }), { headers: { 'If-None-Match': etag } })).status).toBe(304);
    });

    test('combines with status, category and ids', async () => {
      const [rose, ross] = await walk({ q: 'ros' });
      await change(rose?.id ?? 0, { status: 'sold', categoryId: 2 });
      expect(await namesFor('ros', { status: 'sold' })).toEqual(['Rosé']);
      expect(await namesFor('ros', { categoryId: '1' })).toEqual(['Mr. ROSS Müller']);
      expect(await namesFor('ros', { categoryId: '1', status: 'sold' })).toEqual([]);
      expect(await namesFor('ros', { id: String(ross?.id) })).toEqual(['Mr. ROSS Müller']);
      expect(await namesFor('rex', { id: String(ross?.id) })).toEqual([]);
    });

    test('counts what it finds', async () => {
      const countOf = (values: Record<string, string>) => service.count(query({ limit: '1', ...values }));
      expect(await countOf({ q: 'ros' })).toBe(2);
      expect(await countOf({ q: 'ros', status: 'pending' })).toBe(0);
      expect(await countOf({ q: 'ros', id: '1', sort: 'name' })).toBe(1);
      expect(await countOf({ sort: 'name' })).toBe(names.length);
      const common = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((word) => add(`Common ${word}`)));
      expect(await countOf({ q: 'common' })).toBe(5);
      for (const { id } of common) await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
    });

    test('finds an animal by its new name at once, and not by its old one or after it is removed', async () => {
      const { id } = await add('Quasimodo');
      expect(await namesFor('quas')).toEqual(['Quasimodo']);
      await change(id, { name: 'Vítězslav' });
      expect([await namesFor('quas'), await namesFor('viteZ')]).toEqual([[], ['Vítězslav']]);
      expect((await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' })).status).toBe(204);
      expect([await namesFor('quas'), await namesFor('vit')]).toEqual([[], []]);
    });

    onOneEngine(engine, () => {
      test.each(['%', '🐶', '"*"', ' '])('for %j, which has no word: nothing', async (q) => {
        const headers = { Prefer: 'count=exact' };
        for (const more of [{}, { sort: 'name' }, { status: 'available' }, { id: '1' }]) {
          const response = await service.fetch(query({ q, ...more }), { headers });
          expect([response.headers.get('X-Total-Count'), await response.json()]).toEqual(['0', []]);
        }
      });

      test('rejects texts that are too long, have too many words, or are repeated', async () => {
        expect((await errorFor({ q: '' })).message).toMatch(/q must have 1 to 100 characters/);
        expect((await errorFor({ q: '小'.repeat(101) })).message).toMatch(
          /q must have 1 to 100 characters, but has 101/,
        );
        expect((await service.fetch(query({ q: '小'.repeat(100) }))).status).toBe(200);
        const words = 'a b c d e f g h i j k';
        expect((await errorFor({ q: words })).message).toBe('Invalid query. q must have at most 10 words, but has 11.');
        expect((await service.fetch(query({ q: words.slice(0, -2) }))).status).toBe(200);
        expect((await service.fetch('/v1/pets?q=a&q=b')).status).toBe(400);
        expect((await errorFor({ sort: 'Name' })).message).toMatch(
          /sort must be one of id, -id, name, -createdAt, -updatedAt/,
        );
      });
    });
  });

  describe('an order', () => {
    const words = ['Bella', 'bellá', 'Bello', 'Ötzi', 'otto', 'Zoë', 'zoe Bella', 'Мурка', '小白', '🐶'];
    let all: Pet[];
    beforeAll(async () => {
      service = await startApp({}, engine);
      const statuses = ['available', 'pending', 'sold'];
      // Concurrently, as an import adds them: the service writes them together.
      await Promise.all(
        Array.from({ length: 240 }, (_, index) =>
          add(words[index % words.length] ?? '', { status: statuses[index % 3], categoryId: index % 2 }),
        ),
      );
      all = await walk({ limit: '100' });
      await indexSoFar();
      for (let index = 0; index < 240; index += 5) await change(all[index]?.id ?? 0, { categoryId: 7 });
      all = await walk({ limit: '100' });
    });
    afterAll(() => service.close());

    const keyOf = ({ name }: Pet) => foldText(name);
    const byName = (one: Pet, other: Pet) =>
      Buffer.compare(Buffer.from(keyOf(one)), Buffer.from(keyOf(other))) || one.id - other.id;
    const changedLast = (one: Pet, other: Pet) =>
      Number(other.categoryId === 7) - Number(one.categoryId === 7) || other.id - one.id;
    const orders: Record<string, (one: Pet, other: Pet) => number> = {
      id: (one, other) => one.id - other.id,
      '-id': (one, other) => other.id - one.id,
      name: byName,
      '-createdAt': (one, other) => other.id - one.id,
      '-updatedAt': changedLast,
    };
    const filters: [string, Record<string, string>, (pet: Pet) => boolean][] = [
      ['all', {}, () => true],
      ['a status', { status: 'sold' }, ({ status }) => status === 'sold'],
      ['a category', { categoryId: '7' }, ({ categoryId }) => categoryId === 7],
      [
        'a category and a status',
        { categoryId: '7', status: 'sold' },
        (pet) => pet.categoryId === 7 && pet.status === 'sold',
      ],
      ['a common word', { q: 'bel' }, (pet) => ` ${keyOf(pet)}`.includes(' bel')],
      ['a long word', { q: 'BELLÀ' }, (pet) => ` ${keyOf(pet)}`.includes(' bella')],
      ['two words', { q: 'zo bell' }, ({ name }) => name === 'zoe Bella'],
      [
        'words, status and category',
        { q: 'o', status: 'sold', categoryId: '1' },
        (pet) => / o/.test(` ${keyOf(pet)}`) && pet.status === 'sold' && pet.categoryId === 1,
      ],
      ['a character', { q: '白' }, ({ name }) => name === '小白'],
    ];
    test.each(petSorts)('%s has every animal once, with each filter', async (sort) => {
      for (const [name, values, isWanted] of filters) {
        const expected = all.filter(isWanted).toSorted(orders[sort]);
        expect(expected.length).toBeGreaterThan(5);
        for (const limit of ['7', '100']) {
          const found = await walk({ ...values, sort, limit });
          if (sort !== '-updatedAt') expect([name, found]).toEqual([name, expected]);
          // Animals that were added together can have the same time, or another order than their ids.
          expect([name, found.map(({ id }) => id).sort()]).toEqual([name, expected.map(({ id }) => id).sort()]);
        }
        if (values['q'] === undefined) expect(await service.count(query({ ...values, sort }))).toBe(expected.length);
      }
    });

    test.each(petSorts)('%s of animals by id is that of the list', async (sort) => {
      const ids = [5, 200, 17, 18, 19, 20, 133].map((index) => String(all[index]?.id));
      const whole = (await walk({ sort, limit: '100' })).filter(({ id }) => ids.includes(String(id)));
      const path = (limit: string) => `/v1/pets?sort=${sort}&limit=${limit}&${ids.map((id) => `id=${id}`).join('&')}`;
      expect(await (await service.fetch(path('50'))).json()).toEqual(whole);
      const first = await service.fetch(path('4'));
      expect(await first.json()).toEqual(whole.slice(0, 4));
      expect(await (await service.fetch(nextPage(first) ?? '')).json()).toEqual(whole.slice(4));
    });

    test('the animal changed last comes first', async () => {
      const changed = all[123] ?? { id: 0 };
      await change(changed.id, { categoryId: 9 });
      expect((await walk({ sort: '-updatedAt', limit: '100' }))[0]?.id).toBe(changed.id);
      await change(changed.id, { categoryId: 3 });
    });

    test('shows each animal that stays as it is exactly once while others come, change and go', async () => {
      const before = (await walk({ sort: 'name', limit: '100' })).map(({ id }) => id);
      let count = 0;
      const passing: number[] = [];
      const seen = await walk({ sort: 'name', limit: '40' }, async () => {
        const { id } = await add(`${words[count++ % words.length]} new`);
        passing.push(id);
        if (count % 2 === 0) await change(passing[0] ?? 0, { name: `zz${count}` });
        else if (passing.length > 3) await service.fetch(`/v1/pets/${passing.pop()}`, { method: 'DELETE' });
      });
      const staying = seen.map(({ id }) => id).filter((id) => before.includes(id));
      expect(staying).toEqual(before);
      for (const id of passing) await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
    });

    onOneEngine(engine, () => {
      test('a cursor is valid for its own order, search and filters only', async () => {
        const cursors: string[] = [];
        const lists = [
          ...petSorts.map((sort) => ({ sort })),
          { q: 'b' },
          { q: 'be' },
          { status: 'sold' },
          { status: 'available' },
          { status: 'sold', categoryId: '1' },
          { categoryId: '7' },
        ];
        for (const values of lists) {
          cursors.push(nextCursor(await service.fetch(query({ ...values, limit: '2' }))) ?? '');
        }
        for (const [index, cursor] of cursors.entries()) {
          for (const [other, values] of lists.entries()) {
            const { status } = await service.fetch(query({ ...values, cursor }));
            expect([index, other, status]).toEqual([index, other, index === other ? 200 : 400]);
          }
          expect((await service.fetch(query({ ...lists[index], id: '1', cursor }))).status).toBe(400);
        }
      });
    });
  });
});
