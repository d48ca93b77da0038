import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { lastEventId, readEvents } from '../../support/data/events.ts';
import { type Sending, startSending } from '../../support/data/webhook-sending.ts';
import { namesIn } from '../../support/data/webhooks.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { EventReader } from '../../support/http/event-stream.ts';

/** A change to the current value: it succeeds, and writes nothing. */
let service: TestApp;
let pet: PetBody;

const get = (path: string) => service.fetch(path);
const send = (method: string, path: string, body: object, headers = {}) =>
  service.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const addPet = async (name: string) =>
  await bodyOf<PetBody>(await service.post('/v1/pets', JSON.stringify({ name, categoryId: 3 })));

const unchanged: readonly [what: string, change: (headers?: object) => Promise<Response>, path: () => string][] = [
  ['PATCH {}', (headers) => send('PATCH', `/v1/pets/${pet.id}`, {}, headers), () => `/v1/pets/${pet.id}`],
  [
    'PATCH to the name that it has',
    (headers) => send('PATCH', `/v1/pets/${pet.id}`, { name: pet.name }, headers),
    () => `/v1/pets/${pet.id}`,
  ],
  [
    'PATCH to all that it is',
    (headers) => send('PATCH', `/v1/pets/${pet.id}`, { name: pet.name, categoryId: 3, status: 'available' }, headers),
    () => `/v1/pets/${pet.id}`,
  ],
  [
    'PUT of the name that the category has',
    (headers) => send('PUT', '/v1/categories/3', { name: 'Dogs' }, headers),
    () => '/v1/categories/3',
  ],
];

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine);
    pet = await addPet('Frank');
    await send('PUT', '/v1/categories/3', { name: 'Dogs' });
    await service.untilSettled();
  });
  afterAll(() => service.close());

  test.each(unchanged)('%s responds with the unchanged resource', async (_, change, path) => {
    const read = await get(path());
    const tag = read.headers.get('ETag') ?? '';
    const text = await read.text();
    for (const headers of [{}, { 'If-Match': tag }]) {
      const answer = await change(headers);
      expect([answer.status, answer.headers.get('ETag'), await answer.text()]).toEqual([200, tag, text]);
    }
    const stale = await change({ 'If-Match': '"stale"' });
    expect([stale.status, (await bodyOf<{ code: string }>(stale)).code]).toEqual([412, 'precondition_failed']);
  });

  test('none causes an event, changes the revision of the store, or is sent to subscribers or a webhook', async () => {
    const last = await lastEventId(service);
    const present = service.now;
    const sending: Sending = startSending(service);
    await sending.subscribe('/all');
    const reader = await EventReader.open((init) => service.fetch('/v1/events', init));
    for (const [what, change] of unchanged) {
      const revision = service.store.revision();
      for (let count = 0; count < 3; count++) expect([what, (await change()).status]).toEqual([what, 200]);
      expect([what, service.store.revision()]).toEqual([what, revision]);
    }
    const marker = await addPet('Marker');
    const events = await readEvents(get, last, 1);
    expect(events.map(({ type, petId }) => [type, petId])).toEqual([['pet.created', marker.id]]);
    await reader.until(() => reader.events.length > 0);
    await sending.deliver();
    reader.close();
    const names = namesIn(sending.receiver.received);
    await sending.end();
    service.now = present;
    expect(reader.events.map(({ type }) => type)).toEqual(['pet.created']);
    expect(names).toEqual(['Marker']);
  });

  test('a change of one field among unchanged ones causes one event', async () => {
    const last = await lastEventId(service);
    await send('PATCH', `/v1/pets/${pet.id}`, { name: pet.name, categoryId: 4, status: 'available' });
    await send('PATCH', `/v1/pets/${pet.id}`, { categoryId: 3 });
    const events = await readEvents(get, last, 2);
    expect(events.map(({ type, pet: told }) => [type, told?.categoryId])).toEqual([
      ['pet.updated', 4],
      ['pet.updated', 3],
    ]);
  });
});
