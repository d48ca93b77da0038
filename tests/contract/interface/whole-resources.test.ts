import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { bodySchema } from '../../../src/api/operation.ts';
import type { JsonSchema } from '../../../src/api/schemas.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { lastEventId } from '../../support/data/events.ts';
import { makePng } from '../../support/data/images.ts';
import { as } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** Clients send back what they have read, with one field changed: every PATCH accepts the whole resource. */
type Resource = Record<string, unknown>;
interface Problem {
  code: string;
  detail: string;
  errors?: { pointer: string; detail: string; reason: string; values: string[] }[];
}

let service: TestApp;
const photo = makePng(40, 30, (x) => [x, 100, 50]);
const asStrings = { Prefer: 'int64=string' };
const asProblem = { Accept: 'application/problem+json' };
const cannotBeChanged = 'cannot be changed: leave it out or send the value that it has';

const send = async (method: string, path: string, body: object = {}, headers = {}) => {
  service.now += 1_000;
  return await service.send(method, `/v1${path}`, body, headers);
};
const get = async (path: string, headers = {}) =>
  await bodyOf<Resource>(await service.fetch(`/v1${path}`, { headers }));
const post = async (path: string, body: object = {}) => {
  const response = await send('POST', path, body);
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
  return await bodyOf<Resource>(response);
};
const addPet = async () => `/pets/${(await post('/pets', { name: 'Frank', categoryId: 3 }))['id']}`;
const idOf = (path: string) => Number(path.split('/').at(-1));

/** For each PATCH: makes a resource with as many fields as it can have, and a change of one field. */
const cases: Record<string, { make: () => Promise<string>; change: Resource }> = {
  updatePet: { make: addPet, change: { name: 'Luna' } },
  updateProfile: {
    make: async () => {
      const path = `${await addPet()}/profile`;
      await send('PUT', path, { breed: 'Siamese', arrivedOn: '2026-01-01', fee: { amountMinor: 5, currency: 'EUR' } });
      return path;
    },
    change: { breed: 'Maine Coon' },
  },
  updatePhoto: {
    make: async () => {
      const path = `${await addPet()}/photos`;
      const added = await service.post(`/v1${path}`, photo, { 'Content-Type': 'image/png' });
      return `${path}/${(await bodyOf<Resource>(added))['id']}`;
    },
    change: { alternativeText: 'A cat' },
  },
  updateNote: {
    make: async () => {
      const path = `${await addPet()}/notes`;
      return `${path}/${(await post(path, { text: 'Bites.' }))['id']}`;
    },
    change: { text: 'Is gentle.' },
  },
  updateOrder: {
    make: async () => {
      const contact = { name: 'Ada', email: 'ada@example.org', address: '12 Elm Street\nAustin' };
      const path = `/store/orders/${(await post('/store/orders', { petId: idOf(await addPet()), contact }))['id']}`;
      await post(`${path}/complete`);
      await post(`${path}/return`, { reason: 'The cat.' });
      return path;
    },
    change: { note: 'Came on Sunday.' },
  },
  updateInquiry: {
    make: async () => {
      const petId = idOf(await addPet());
      const { id: assigneeId } = await post('/people', { name: 'Ana', role: 'staff' });
      const asked = { petId, name: 'Ada', email: 'ada@example.org', phone: '+1 512 555 0100', message: 'Hello?' };
      const path = `/inquiries/${(await post('/inquiries', asked))['id']}`;
      await send('PATCH', path, { assigneeId });
      await post(`${path}/order`);
      await post(`${path}/close`);
      return path;
    },
    change: { note: 'Has a garden.' },
  },
  updateWebhook: {
    make: async () => {
      const path = `/webhooks/${(await post('/webhooks', { url: 'http://127.0.0.1:9/', types: ['pet.created'] }))['id']}`;
      await post(`${path}/pause`);
      return path;
    },
    change: { description: 'Adoption site' },
  },
  updateKey: {
    make: async () => {
      const { id, secret } = await post('/keys', { name: 'site', role: 'admin', expiresAt: '2030-01-01T00:00:00Z' });
      await useKey(String(secret));
      return `/keys/${id}`;
    },
    change: { name: 'adoption site' },
  },
  updatePerson: {
    make: async () => `/people/${(await post('/people', { name: 'Ana', role: 'editor' }))['id']}`,
    change: { email: 'ana@example.org' },
  },
  updateShelter: { make: async () => '/shelter', change: { currency: 'EUR' } },
};

/** Calls a deprecated operation, which the key tells as well as when it was used. */
async function useKey(secret: string): Promise<void> {
  service.now += 1_000;
  await service.fetch('/v1/pets/1', { headers: as(secret) });
  await service.app.storeKeyUses();
}

/** Another value that the schema of a field allows. */
function another(value: unknown, { enum: words, format }: JsonSchema): unknown {
  if (words !== undefined) return words.find((word) => word !== value);
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.slice(1);
  if (typeof value === 'object') return { ...value, id: 4_711 };
  if (format === 'date-time') return new Date(Date.parse(String(value)) + 1).toISOString();
  return String(value).replace(/.$/, (end) => (end === '1' ? '2' : '1'));
}

/** What moves while nobody changes the resource: what was read a moment ago is accepted. */
const volatile = [
  ...['updatedAt', 'lastUsedAt', 'deprecatedUses', 'sources'],
  ...['placedBy', 'endedBy', 'returnedBy', 'createdBy', 'closedBy'],
];
const patches = operations.filter(({ method }) => method === 'PATCH');

test('the cases are those of all operations that change a part of a resource', () => {
  expect(patches.map(({ id }) => id).toSorted()).toEqual(Object.keys(cases).toSorted());
});

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true, publicName: 'Paws' }, engine);
    await addPet();
  });
  afterAll(() => service.close());

  /** How many events there are, of the catalogue and of keys and people. */
  const countEvents = async () => [await lastEventId(service), (await get('/audit-events?sort=-id&limit=1'))['0']];

  describe.each(patches.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    const { make, change } = cases[id] ?? { make: addPet, change: {} };
    const fixed = (operation.kind === 'write' && operation.write !== 'upload' && operation.fixed) || {};
    const { properties = {} } = fixed as JsonSchema;
    // `createdBy` of a webhook is the number of a key, which stays.
    const moves = (name: string) => volatile.includes(name) && id !== 'updateWebhook';
    const comparedNames = Object.keys(properties).filter((name) => !moves(name));
    let path = '';
    let whole: Resource = {};
    beforeAll(async () => {
      path = await make();
    });
    beforeEach(async () => {
      whole = await get(path);
    });
    const later = 'updatedAt' in properties && { updatedAt: expect.any(String) };

    test('accepts the whole resource unchanged, which is no event', async () => {
      const events = await countEvents();
      const response = await send('PATCH', path, whole);
      expect([response.status, await response.json()]).toEqual([200, whole]);
      expect(await countEvents()).toEqual(events);
    });

    test('refuses an old ETag before another value of a fixed field', async () => {
      const [name] = comparedNames;
      const sent = name === undefined ? whole : { ...whole, [name]: another(whole[name], properties[name] ?? {}) };
      const response = await send('PATCH', path, sent, { 'If-Match': '"old"', ...asProblem });
      expect([response.status, (await bodyOf<Problem>(response)).code]).toEqual([412, 'precondition_failed']);
    });

    test('accepts the whole resource with one change, and changes nothing else', async () => {
      const response = await send('PATCH', path, { ...whole, ...change });
      expect([response.status, await response.json()]).toEqual([200, { ...whole, ...change, ...later }]);
      expect(await get(path)).toEqual({ ...whole, ...change, ...later });
    });

    onOneEngine(engine, () => {
      test('accepts null for a fixed field that it does not have, and what moves as it was', async () => {
        const others = Object.keys(properties).flatMap((name) => {
          if (!(name in whole)) return [[name, null]];
          return moves(name) ? [[name, another(whole[name], properties[name] ?? {})]] : [];
        });
        const response = await send('PATCH', path, { ...whole, ...Object.fromEntries(others) });
        expect([response.status, await response.json()]).toEqual([200, whole]);
      });

      test('accepts it with 64-bit integers as strings', async () => {
        const text = await get(path, asStrings);
        const response = await send('PATCH', path, text, asStrings);
        expect([response.status, await response.json()]).toEqual([200, text]);
      });

      test('refuses another value of each fixed field, and then changes nothing', async () => {
        const names = comparedNames.filter((name) => name in whole);
        for (const name of names) {
          const sent = { ...whole, ...change, [name]: another(whole[name], properties[name] ?? {}) };
          const { code, errors } = await bodyOf<Problem>(await send('PATCH', path, sent, asProblem));
          expect([code, errors]).toEqual([
            'validation_failed',
            [{ pointer: `#/${name}`, detail: cannotBeChanged, reason: 'fixed', values: [] }],
          ]);
        }
        expect(await get(path)).toEqual(whole);
      });

      test('refuses names that the resource does not have, and lists those that can be changed', async () => {
        const { properties: known = {} } = bodySchema(operation) as JsonSchema;
        const { detail } = await bodyOf<Problem>(await send('PATCH', path, { ...whole, nonsense: 1 }, asProblem));
        expect(detail).toBe(
          `Invalid request body. Unknown field "nonsense". Known fields: ${Object.keys(known).join(', ')}.`,
        );
      });
    });
  });

  onOneEngine(engine, () => {
    test('a fixed field that the resource does not have is refused, with all other errors', async () => {
      const path = await (cases['updateOrder']?.make() ?? '');
      const refuse = async (changes: Resource) => {
        const response = await send('PATCH', path, { ...(await get(path)), ...changes }, asProblem);
        return (await bodyOf<Problem>(response)).errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);
      };
      expect(await refuse({ expiredAt: '2026-01-01T00:00:00Z', petId: 4_711 })).toEqual([
        `#/petId ${cannotBeChanged}`,
        `#/expiredAt ${cannotBeChanged}`,
      ]);
      expect(await refuse({ note: 7, createdAt: 'today' })).toEqual([
        '#/note must be a string',
        '#/createdAt must be a timestamp such as 2027-01-31T12:00:00Z',
      ]);
    });

    test('a timestamp may be written in another way, and the same change may be sent again', async () => {
      const path = await (cases['updateOrder']?.make() ?? '');
      const order = await get(path);
      const sent = { ...order, createdAt: String(order['createdAt']).replace('.000Z', '+00:00'), note: 'Later.' };
      const [first, again] = [await send('PATCH', path, sent), await send('PATCH', path, sent)];
      expect([first.status, again.status, await again.text()]).toEqual([200, 200, await first.text()]);
    });

    test('a key accepts its role with its scopes, and what of both is a change', async () => {
      const { id, secret } = await post('/keys', { name: 'site', role: 'editor' });
      const path = `/keys/${id}`;
      const change = async (changes: Resource) => {
        const whole = await get(path);
        await useKey(String(secret));
        const { role = null, scopes } = await bodyOf<Resource>(await send('PATCH', path, { ...whole, ...changes }));
        return { role, scopes };
      };
      const reader = { role: 'reader', scopes: ['pets:read', 'listings:read', 'orders:read', 'events:read'] };
      expect(await change({ role: 'reader' })).toEqual(reader);
      expect(await change({ scopes: ['pets:read'] })).toEqual({ role: null, scopes: ['pets:read'] });
      expect(await change({ role: 'monitor' })).toEqual({ role: 'monitor', scopes: ['metrics:read'] });
      expect(await change(reader)).toEqual(reader);
      const refused = await send('PATCH', path, { role: 'monitor', scopes: ['pets:read'] });
      expect([refused.status, await get(path)]).toEqual([400, expect.objectContaining(reader)]);
    });
  });
});
